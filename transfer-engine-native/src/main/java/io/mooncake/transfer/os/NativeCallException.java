package io.mooncake.transfer.os;

/** A call to libc failed. */
public final class NativeCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int errno;

    NativeCallException(String call, int errno) {
        super(call + " failed with errno " + errno);
        this.errno = errno;
    }

    /** The system's error number. */
    public int errno() {
        return errno;
    }
}
