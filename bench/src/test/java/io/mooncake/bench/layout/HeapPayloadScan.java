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
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.reflect.AccessFlag;
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

    /**
     * Where the classes below these folders make byte arrays or buffers whose length is not written in the code. A
     * static method of one int that makes one of that length is judged by the calls to it.
     */
    static List<String> unboundedBytes(List<Path> folders) {
        List<String> makers = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (Site site : sites(folders)) {
            if (isUnboundedBytes(site)) {
                (isMaker(site) ? makers : found).add(site.signature());
            }
        }
        for (Site site : sites(folders)) {
            if (site.instruction() instanceof InvokeInstruction call
                    && makers.contains(signature(call))
                    && !(site.before() instanceof ConstantInstruction)) {
                found.add(site.signature());
            }
        }
        return found.stream().map(HeapPayloadScan::readable).toList();
    }

    /** Where the classes below these folders enter a monitor. */
    static List<String> monitors(List<Path> folders) {
        return sites(folders).stream()
                .filter(site -> site.instruction() instanceof MonitorInstruction)
                .map(site -> readable(site.signature()))
                .toList();
    }

    private static boolean isUnboundedBytes(Site site) {
        boolean constant = site.before() instanceof ConstantInstruction;
        return switch (site.instruction()) {
            case NewPrimitiveArrayInstruction array -> array.typeKind() == TypeKind.BYTE && !constant;
            case InvokeInstruction call -> !constant && COPYING_CALLS.contains(signature(call));
            default -> false;
        };
    }

    private static boolean isMaker(Site site) {
        return site.signature().contains("(I)")
                && site.isStatic()
                && site.before() instanceof LoadInstruction load
                && load.slot() == 0;
    }

    private static String readable(String signature) {
        return signature.substring(0, signature.indexOf('(')).replace('/', '.');
    }

    private static String signature(InvokeInstruction call) {
        return call.owner().asInternalName() + "." + call.name().stringValue()
                + call.type().stringValue();
    }

    /**
     * One instruction.
     *
     * @param signature the method that it stands in
     * @param before the instruction before it
     */
    private record Site(
            String signature, boolean isStatic, @Nullable Instruction before, Instruction instruction) {}

    private static List<Site> sites(List<Path> folders) {
        List<Site> sites = new ArrayList<>();
        for (Path folder : folders) {
            for (Path file : classFiles(folder)) {
                scan(file, sites);
            }
        }
        return sites;
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

    private static void scan(Path file, List<Site> sites) {
        try {
            ClassModel type = ClassFile.of().parse(file);
            for (MethodModel method : type.methods()) {
                String signature = type.thisClass().asInternalName()
                        + "."
                        + method.methodName().stringValue()
                        + method.methodType().stringValue();
                boolean isStatic = method.flags().has(AccessFlag.STATIC);
                @Nullable Instruction before = null;
                for (CodeElement element :
                        method.code().map(code -> code.elementList()).orElse(List.of())) {
                    if (element instanceof Instruction instruction) {
                        sites.add(new Site(signature, isStatic, before, instruction));
                        before = instruction;
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
