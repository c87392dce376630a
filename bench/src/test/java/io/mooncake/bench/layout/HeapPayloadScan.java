package io.mooncake.bench.layout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads class files for what a rule about dependencies cannot see: single instructions. */
final class HeapPayloadScan {

    /** Calls that put bytes on the heap, or into a buffer of their own, as many as their last argument or more. */
    private static final Set<String> COPYING_CALLS = Set.of(
            "java/nio/ByteBuffer.allocate(I)Ljava/nio/ByteBuffer;",
            "java/nio/ByteBuffer.allocateDirect(I)Ljava/nio/ByteBuffer;",
            "java/util/Arrays.copyOf([BI)[B",
            "java/util/Arrays.copyOfRange([BII)[B",
            "java/io/InputStream.readAllBytes()[B",
            "java/io/InputStream.readNBytes(I)[B",
            "java/lang/foreign/MemorySegment.toArray(Ljava/lang/foreign/ValueLayout$OfByte;)[B",
            "io/netty/buffer/Unpooled.buffer(I)Lio/netty/buffer/ByteBuf;",
            "io/netty/buffer/Unpooled.directBuffer(I)Lio/netty/buffer/ByteBuf;",
            "io/netty/buffer/ByteBufAllocator.buffer(I)Lio/netty/buffer/ByteBuf;",
            "io/netty/buffer/ByteBufAllocator.heapBuffer(I)Lio/netty/buffer/ByteBuf;",
            "io/netty/buffer/ByteBufAllocator.directBuffer(I)Lio/netty/buffer/ByteBuf;",
            "io/netty/buffer/ByteBufAllocator.ioBuffer(I)Lio/netty/buffer/ByteBuf;");

    private HeapPayloadScan() {}

    /** Where the classes below these folders make byte arrays or buffers whose length is not written in the code. */
    static List<String> unboundedBytes(List<Path> folders) {
        return findings(folders, HeapPayloadScan::isUnboundedBytes);
    }

    /** Where the classes below these folders enter a monitor. */
    static List<String> monitors(List<Path> folders) {
        return findings(folders, (before, instruction) -> instruction instanceof MonitorInstruction);
    }

    private static boolean isUnboundedBytes(@Nullable Instruction before, Instruction instruction) {
        boolean constant = before instanceof ConstantInstruction;
        return switch (instruction) {
            case NewPrimitiveArrayInstruction array -> array.typeKind() == TypeKind.BYTE && !constant;
            case InvokeInstruction call -> !constant && COPYING_CALLS.contains(signature(call));
            default -> false;
        };
    }

    private static String signature(InvokeInstruction call) {
        return call.owner().asInternalName() + "." + call.name().stringValue()
                + call.type().stringValue();
    }

    private interface Finding {
        boolean in(@Nullable Instruction before, Instruction instruction);
    }

    private static List<String> findings(List<Path> folders, Finding finding) {
        List<String> found = new ArrayList<>();
        for (Path folder : folders) {
            for (Path file : classFiles(folder)) {
                scan(file, finding, found);
            }
        }
        return found;
    }

    static List<Path> classFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void scan(Path file, Finding finding, List<String> found) {
        try {
            ClassModel type = ClassFile.of().parse(file);
            for (MethodModel method : type.methods()) {
                @Nullable Instruction before = null;
                for (CodeElement element :
                        method.code().map(code -> code.elementList()).orElse(List.of())) {
                    if (element instanceof Instruction instruction) {
                        if (finding.in(before, instruction)) {
                            found.add(type.thisClass().asInternalName().replace('/', '.') + "."
                                    + method.methodName().stringValue());
                        }
                        before = instruction;
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
