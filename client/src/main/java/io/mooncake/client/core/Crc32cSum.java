package io.mooncake.client.core;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/*
 * A CRC is linear over GF(2): appending n bytes multiplies the register's polynomial by x^(8n) modulo the generator.
 * So crc(A followed by B) = crc(A) * x^(8 * |B|) + crc(B); the conditioning of the register before and after cancels
 * out. Polynomials are held with their bits reversed: the highest bit of the int is the coefficient of x^0.
 */
/**
 * CRC-32C over memory, and the combination of sums of neighbours.
 *
 * <p>Thread safety: stateless.
 */
public final class Crc32cSum {

    /** The generator of Castagnoli, bits reversed, without its leading term. */
    private static final int GENERATOR = 0x82F63B78;
    /** The polynomial 1. */
    private static final int ONE = 0x80000000;
    /** The polynomial x. */
    private static final int X = 0x40000000;
    /** A byte buffer cannot be longer than 2 GiB; a window of 1 GiB keeps every length exact. */
    private static final long WINDOW_BYTES = 1L << 30;

    private Crc32cSum() {}

    /** The sum of these bytes. The memory must not change and must belong to this process. */
    public static int of(MemorySegment memory) {
        CRC32C sum = new CRC32C();
        long sizeBytes = memory.byteSize();
        for (long offset = 0; offset < sizeBytes; offset += WINDOW_BYTES) {
            sum.update(memory.asSlice(offset, Math.min(WINDOW_BYTES, sizeBytes - offset))
                    .asByteBuffer());
        }
        return (int) sum.getValue();
    }

    /** The sums of an object that lies in this memory. */
    public static Checksums of(MemorySegment object, long sliceBytes) {
        SliceLayout layout = new SliceLayout(object.byteSize(), sliceBytes);
        List<Integer> slices = new ArrayList<>(layout.count());
        for (int slice = 0; slice < layout.count(); slice++) {
            slices.add(of(object.asSlice(layout.offsetBytes(slice), layout.lengthBytes(slice))));
        }
        return new Checksums(slices, combine(slices, layout));
    }

    /** The sum of an object from the sums of its slices. */
    public static int combine(List<Integer> slices, SliceLayout layout) {
        if (slices.isEmpty()) {
            return 0;
        }
        int whole = slices.getFirst();
        int wholeSliceShift = power(layout.sliceBytes());
        for (int slice = 1; slice < slices.size(); slice++) {
            long lengthBytes = layout.lengthBytes(slice);
            int shift = lengthBytes == layout.sliceBytes() ? wholeSliceShift : power(lengthBytes);
            whole = multiply(whole, shift) ^ slices.get(slice);
        }
        return whole;
    }

    /** The sum of some bytes followed by others: from the sums of both, and the length of the latter in bytes. */
    public static int combine(int front, int back, long backLengthBytes) {
        return multiply(front, power(backLengthBytes)) ^ back;
    }

    /** x to the power of 8 times the length, modulo the generator. */
    private static int power(long lengthBytes) {
        int square = X;
        for (int doubling = 0; doubling < 3; doubling++) {
            square = multiply(square, square);
        }
        int result = ONE;
        for (long rest = lengthBytes; rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                result = multiply(result, square);
            }
            square = multiply(square, square);
        }
        return result;
    }

    private static int multiply(int left, int right) {
        int product = 0;
        int shifted = right;
        for (int bit = 31; bit >= 0; bit--) {
            if ((left >>> bit & 1) != 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) != 0 ? shifted >>> 1 ^ GENERATOR : shifted >>> 1;
        }
        return product;
    }
}
