package io.mooncake.bench.trace;

import java.nio.file.Path;

/** A line of a trace that is no request: which line of which file, and what is wrong with it. */
public final class TraceFormatException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Number of the line, from 1. */
    private final long lineNumber;

    TraceFormatException(Path file, long lineNumber, String fault) {
        super(file.getFileName() + ", line " + lineNumber + ": " + fault);
        this.lineNumber = lineNumber;
    }

    /** Number of the line, from 1. */
    public long lineNumber() {
        return lineNumber;
    }
}
