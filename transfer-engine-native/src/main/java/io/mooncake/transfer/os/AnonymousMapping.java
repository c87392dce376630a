package io.mooncake.transfer.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.SaveError;
import jnr.ffi.types.off_t;
import jnr.ffi.types.size_t;

/**
 * Private anonymous memory from the kernel: zeroed, and without a physical page until it is touched.
 *
 * <p>Ownership: the memory lives as long as the arena that it was mapped for.
 *
 * <p>Errors: {@link NativeCallException} with the errno.
 */
public final class AnonymousMapping {
    private static final int PROT_READ_WRITE = 0x1 | 0x2;
    private static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x02 | 0x20 | 0x4000;
    private static final long MAP_FAILED = -1;

    /** The two calls of libc that this class needs; public because the binding implements it in another loader. */
    public interface Libc {
        /** mmap(2). */
        @SaveError
        Pointer mmap(
                Pointer address,
                @size_t long lengthBytes,
                int protection,
                int flags,
                int fileDescriptor,
                @off_t long offset);

        /** munmap(2). */
        @SaveError
        int munmap(Pointer address, @size_t long lengthBytes);
    }

    private AnonymousMapping() {}

    private static final class Binding {
        static final Libc LIBC = LibraryLoader.create(Libc.class)
                .option(LibraryOption.SaveError, null)
                .load("c");
        static final Runtime RUNTIME = Runtime.getRuntime(LIBC);
    }

    /** Maps memory that is unmapped when the arena closes. */
    @SuppressWarnings("restricted") // the only way to view memory that libc gave: its length is known here
    public static MemorySegment map(long lengthBytes, Arena arena) {
        Pointer nothing = Pointer.wrap(Binding.RUNTIME, 0L);
        Pointer start =
                Binding.LIBC.mmap(nothing, lengthBytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS_NORESERVE, -1, 0);
        if (start.address() == MAP_FAILED) {
            throw new NativeCallException("mmap of " + lengthBytes + " bytes", Binding.RUNTIME.getLastError());
        }
        return MemorySegment.ofAddress(start.address())
                .reinterpret(lengthBytes, arena, memory -> unmap(memory.address(), lengthBytes));
    }

    private static void unmap(long address, long lengthBytes) {
        if (Binding.LIBC.munmap(Pointer.wrap(Binding.RUNTIME, address), lengthBytes) != 0) {
            throw new NativeCallException("munmap of " + lengthBytes + " bytes", Binding.RUNTIME.getLastError());
        }
    }
}
