package io.placed.encoding.kernel;

import javax.annotation.processing.Generated;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Unpacks whole vectors of 1,024 values to {@code int[]}.
 *
 * <p>Written by {@code KernelSources}: do not edit.
 */
@Generated("io.placed.generator.KernelSources")
final class VectorUnpackInts {
  private static final VectorSpecies<Integer> INTS = Simd.INTS;
  private static final VectorSpecies<Byte> BYTES = Simd.BYTES;
  private static final int WORDS = INTS.length();

  private VectorUnpackInts() {}

  static void unpack(byte[] in, int i, int width, int base, int[] out, int o) {
    switch (width) {
      case 1 -> unpack1(in, i, base, out, o);
      case 2 -> unpack2(in, i, base, out, o);
      case 3 -> unpack3(in, i, base, out, o);
      case 4 -> unpack4(in, i, base, out, o);
      case 5 -> unpack5(in, i, base, out, o);
      case 6 -> unpack6(in, i, base, out, o);
      case 7 -> unpack7(in, i, base, out, o);
      case 8 -> unpack8(in, i, base, out, o);
      case 9 -> unpack9(in, i, base, out, o);
      case 10 -> unpack10(in, i, base, out, o);
      case 11 -> unpack11(in, i, base, out, o);
      case 12 -> unpack12(in, i, base, out, o);
      case 13 -> unpack13(in, i, base, out, o);
      case 14 -> unpack14(in, i, base, out, o);
      case 15 -> unpack15(in, i, base, out, o);
      case 16 -> unpack16(in, i, base, out, o);
      case 17 -> unpack17(in, i, base, out, o);
      case 18 -> unpack18(in, i, base, out, o);
      case 19 -> unpack19(in, i, base, out, o);
      case 20 -> unpack20(in, i, base, out, o);
      case 21 -> unpack21(in, i, base, out, o);
      case 22 -> unpack22(in, i, base, out, o);
      case 23 -> unpack23(in, i, base, out, o);
      case 24 -> unpack24(in, i, base, out, o);
      case 25 -> unpack25(in, i, base, out, o);
      case 26 -> unpack26(in, i, base, out, o);
      case 27 -> unpack27(in, i, base, out, o);
      case 28 -> unpack28(in, i, base, out, o);
      case 29 -> unpack29(in, i, base, out, o);
      case 30 -> unpack30(in, i, base, out, o);
      case 31 -> unpack31(in, i, base, out, o);
      case 32 -> unpack32(in, i, base, out, o);
      default -> throw new IllegalArgumentException("width " + width);
    }
  }

  private static void unpack1(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x1);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a0.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a0.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a0.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a0.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a0.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a0.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a0.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a0.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a0.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a0.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a0.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a0.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a0.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a0.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      a0.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      a0.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a0.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a0.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a0.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a0.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a0.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a0.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a0.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a0.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a0.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a0.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a0.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a0.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a0.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a0.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack2(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x3);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a0.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a0.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a0.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a0.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a0.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a0.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a0.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a0.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a0.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a0.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a0.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a0.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a0.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a0.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a1.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      a1.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a1.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a1.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a1.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a1.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a1.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a1.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a1.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a1.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a1.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a1.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a1.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a1.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a1.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a1.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack3(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x7);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a0.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a0.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a0.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a0.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a0.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a0.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a0.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a0.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a1.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a1.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a1.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a1.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a1.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      a1.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      a1.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a1.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a1.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a1.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a2.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a2.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a2.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a2.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a2.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a2.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a2.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a2.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a2.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a2.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack4(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0xF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a0.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a0.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a0.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a0.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a0.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a0.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a1.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 256);
      a1.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a1.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a1.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a1.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a1.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a1.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a1.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a2.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      a2.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a2.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a2.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a2.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a2.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a2.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a2.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a3.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 768);
      a3.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a3.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a3.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a3.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a3.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a3.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a3.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack5(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x1F);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a0.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a0.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a0.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a0.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a1.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a1.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a1.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a1.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a1.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a2.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a2.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a2.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      a2.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      a2.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a2.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a3.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a3.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a3.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a3.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a3.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a4.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a4.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a4.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a4.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a4.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a4.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack6(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x3F);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a0.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a0.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a0.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a1.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a1.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a1.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a1.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a2.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a2.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a2.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a2.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a2.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a3.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      a3.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a3.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a3.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a3.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a4.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a4.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a4.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a4.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a5.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a5.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a5.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a5.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a5.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack7(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x7F);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a0.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a0.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a1.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a1.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a1.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a1.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a2.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a2.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a2.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a3.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a3.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      a3.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      a3.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a4.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a4.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a4.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a5.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a5.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a5.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a5.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a6.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a6.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a6.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a6.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack8(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0xFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a0.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a0.lanewise(VectorOperators.LSHR, 24).lanewise(VectorOperators.ADD, b).intoArray(out, q + 96);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a1.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 128);
      a1.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a1.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a1.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a2.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 256);
      a2.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a2.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a2.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a3.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 384);
      a3.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a3.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a3.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a4.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      a4.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a4.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a4.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a5.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 640);
      a5.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a5.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a5.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a6.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 768);
      a6.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a6.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a6.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a7.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 896);
      a7.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a7.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a7.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack9(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x1FF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a0.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a1.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a1.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a1.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a2.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a2.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a3.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a3.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a3.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a4.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      a4.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a5.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a5.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a5.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a6.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a6.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a7.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a7.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a7.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a8.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a8.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a8.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack10(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x3FF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a0.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a1.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a1.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a2.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a2.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a3.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a3.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a4.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a4.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a4.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a5.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      a5.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a5.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a6.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a6.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a7.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a7.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a8.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a8.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a9.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a9.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a9.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack11(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x7FF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a1.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a1.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a2.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a2.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a3.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a3.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a4.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a4.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a5.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      a5.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a6.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a6.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a7.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a7.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a8.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a8.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a9.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a9.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a10.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a10.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack12(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0xFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a1.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a1.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a2.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a2.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a3.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 256);
      a3.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a4.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a4.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a5.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a5.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a6.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      a6.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a7.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a7.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a8.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a8.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a9.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 768);
      a9.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a10.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a10.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a11.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a11.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack13(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x1FFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a1.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a2.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a2.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a3.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 11))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a4.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a4.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a5.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a6.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      a6.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a7.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a8.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a8.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a9.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a10.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a10.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a11.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a12.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a12.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack14(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x3FFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a1.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a2.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a3.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a3.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a4.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a5.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a6.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a6.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a7.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      a7.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a8.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a9.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a10.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a10.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a11.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a12.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a13.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a13.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack15(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x7FFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a1.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a2.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a3.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a4.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a5.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a6.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a7.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      a7.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a8.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a9.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a10.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a11.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a12.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 11))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a13.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 13))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      a14.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a14.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack16(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0xFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      a0.lanewise(VectorOperators.LSHR, 16).lanewise(VectorOperators.ADD, b).intoArray(out, q + 32);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a1.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 64);
      a1.lanewise(VectorOperators.LSHR, 16).lanewise(VectorOperators.ADD, b).intoArray(out, q + 96);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a2.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 128);
      a2.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a3.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 192);
      a3.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a4.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 256);
      a4.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a5.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 320);
      a5.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a6.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 384);
      a6.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a7.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 448);
      a7.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a8.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      a8.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a9.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 576);
      a9.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a10.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 640);
      a10.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a11.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 704);
      a11.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a12.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 768);
      a12.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a13.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 832);
      a13.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a14.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 896);
      a14.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a15.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 960);
      a15.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack17(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x1FFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 15))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a1.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 13))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a2.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 11))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a3.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a4.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a5.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a6.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a7.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      a9.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a10.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a11.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a12.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a13.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a14.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a15.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a16.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack18(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x3FFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a1.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a2.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a3.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a5.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a6.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a7.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a8.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a9.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a10.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a11.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a12.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a14.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a15.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a16.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a17.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack19(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x7FFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 13))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a1.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a2.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a4.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a5.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 15))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a7.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a8.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      a10.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a11.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 17))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a13.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 11))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a14.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a16.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a17.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a18.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack20(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0xFFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a1.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a3.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a4.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a5.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 256);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a6.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a8.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a9.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a10.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a11.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a13.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a14.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a15.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 768);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a16.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a18.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a19.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack21(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x1FFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 11))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      a1.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a3.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 13))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      a5.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a7.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 15))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a9.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      a11.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 17))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      a13.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a15.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 19))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a17.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      a19.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a20.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack22(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x3FFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a2.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a4.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a6.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a8.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a10.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a11.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a13.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a15.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a17.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a19.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a20.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a21.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a21.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack23(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x7FFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a2.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 13))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 22))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a5.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 17))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a7.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 21))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      a10.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      a12.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 11))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a15.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 15))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      a17.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 19))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      a20.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a20.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a21.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a22 = ByteVector.fromArray(BYTES, in, p + 2816).reinterpretAsInts();
      a21.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a22.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a22.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack24(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0xFFFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      a2.lanewise(VectorOperators.LSHR, 8).lanewise(VectorOperators.ADD, b).intoArray(out, q + 96);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a3.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 128);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a5.lanewise(VectorOperators.LSHR, 8).lanewise(VectorOperators.ADD, b).intoArray(out, q + 224);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a6.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 256);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      a8.lanewise(VectorOperators.LSHR, 8).lanewise(VectorOperators.ADD, b).intoArray(out, q + 352);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a9.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 384);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a11.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a12.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a14.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a15.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 640);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a17.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a18.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 768);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a20.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a21.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 896);
      IntVector a22 = ByteVector.fromArray(BYTES, in, p + 2816).reinterpretAsInts();
      a21.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a22.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a23 = ByteVector.fromArray(BYTES, in, p + 2944).reinterpretAsInts();
      a22.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a23.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a23.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack25(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x1FFFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 21))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      a3.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 17))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      a7.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 13))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      a10.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 23))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      a14.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 19))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      a17.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 15))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a20.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.OR, a21.lanewise(VectorOperators.LSHL, 22))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      a21.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a22 = ByteVector.fromArray(BYTES, in, p + 2816).reinterpretAsInts();
      a21.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a22.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a23 = ByteVector.fromArray(BYTES, in, p + 2944).reinterpretAsInts();
      a22.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.OR, a23.lanewise(VectorOperators.LSHL, 11))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a24 = ByteVector.fromArray(BYTES, in, p + 3072).reinterpretAsInts();
      a23.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a24.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a24.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack26(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x3FFFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      a4.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 22))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a8.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a12.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a13.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a17.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a20.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.OR, a21.lanewise(VectorOperators.LSHL, 22))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      a21.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a22 = ByteVector.fromArray(BYTES, in, p + 2816).reinterpretAsInts();
      a21.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a22.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a23 = ByteVector.fromArray(BYTES, in, p + 2944).reinterpretAsInts();
      a22.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a23.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a24 = ByteVector.fromArray(BYTES, in, p + 3072).reinterpretAsInts();
      a23.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a24.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a25 = ByteVector.fromArray(BYTES, in, p + 3200).reinterpretAsInts();
      a24.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a25.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a25.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack27(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x7FFFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 15))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 25))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      a5.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 13))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 23))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      a10.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 11))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 21))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 26))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      a16.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 19))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a20.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a21.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      a21.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a22 = ByteVector.fromArray(BYTES, in, p + 2816).reinterpretAsInts();
      a21.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a22.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a23 = ByteVector.fromArray(BYTES, in, p + 2944).reinterpretAsInts();
      a22.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a23.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a24 = ByteVector.fromArray(BYTES, in, p + 3072).reinterpretAsInts();
      a23.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a24.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a25 = ByteVector.fromArray(BYTES, in, p + 3200).reinterpretAsInts();
      a24.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.OR, a25.lanewise(VectorOperators.LSHL, 17))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a26 = ByteVector.fromArray(BYTES, in, p + 3328).reinterpretAsInts();
      a25.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.OR, a26.lanewise(VectorOperators.LSHL, 22))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a26.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack28(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0xFFFFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      a6.lanewise(VectorOperators.LSHR, 4).lanewise(VectorOperators.ADD, b).intoArray(out, q + 224);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a7.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 256);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a13.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a14.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      a20.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a21.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 768);
      IntVector a22 = ByteVector.fromArray(BYTES, in, p + 2816).reinterpretAsInts();
      a21.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a22.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a23 = ByteVector.fromArray(BYTES, in, p + 2944).reinterpretAsInts();
      a22.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a23.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a24 = ByteVector.fromArray(BYTES, in, p + 3072).reinterpretAsInts();
      a23.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a24.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a25 = ByteVector.fromArray(BYTES, in, p + 3200).reinterpretAsInts();
      a24.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a25.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a26 = ByteVector.fromArray(BYTES, in, p + 3328).reinterpretAsInts();
      a25.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a26.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a27 = ByteVector.fromArray(BYTES, in, p + 3456).reinterpretAsInts();
      a26.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a27.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a27.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack29(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x1FFFFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 15))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 21))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 27))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      a9.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 13))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 19))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 22))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 25))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 28))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      a19.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a20.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a21.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a22 = ByteVector.fromArray(BYTES, in, p + 2816).reinterpretAsInts();
      a21.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a22.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a23 = ByteVector.fromArray(BYTES, in, p + 2944).reinterpretAsInts();
      a22.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.OR, a23.lanewise(VectorOperators.LSHL, 11))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a24 = ByteVector.fromArray(BYTES, in, p + 3072).reinterpretAsInts();
      a23.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a24.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a25 = ByteVector.fromArray(BYTES, in, p + 3200).reinterpretAsInts();
      a24.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.OR, a25.lanewise(VectorOperators.LSHL, 17))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a26 = ByteVector.fromArray(BYTES, in, p + 3328).reinterpretAsInts();
      a25.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a26.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a27 = ByteVector.fromArray(BYTES, in, p + 3456).reinterpretAsInts();
      a26.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.OR, a27.lanewise(VectorOperators.LSHL, 23))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a28 = ByteVector.fromArray(BYTES, in, p + 3584).reinterpretAsInts();
      a27.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.OR, a28.lanewise(VectorOperators.LSHL, 26))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a28.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack30(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x3FFFFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 22))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 26))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 28))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      a14.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a15.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a20.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a21.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a22 = ByteVector.fromArray(BYTES, in, p + 2816).reinterpretAsInts();
      a21.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a22.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a23 = ByteVector.fromArray(BYTES, in, p + 2944).reinterpretAsInts();
      a22.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a23.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a24 = ByteVector.fromArray(BYTES, in, p + 3072).reinterpretAsInts();
      a23.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a24.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a25 = ByteVector.fromArray(BYTES, in, p + 3200).reinterpretAsInts();
      a24.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a25.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a26 = ByteVector.fromArray(BYTES, in, p + 3328).reinterpretAsInts();
      a25.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.OR, a26.lanewise(VectorOperators.LSHL, 22))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a27 = ByteVector.fromArray(BYTES, in, p + 3456).reinterpretAsInts();
      a26.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a27.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a28 = ByteVector.fromArray(BYTES, in, p + 3584).reinterpretAsInts();
      a27.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.OR, a28.lanewise(VectorOperators.LSHL, 26))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a29 = ByteVector.fromArray(BYTES, in, p + 3712).reinterpretAsInts();
      a28.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.OR, a29.lanewise(VectorOperators.LSHL, 28))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a29.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack31(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    IntVector m = IntVector.broadcast(INTS, 0x7FFFFFFF);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.AND, m).lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a0.lanewise(VectorOperators.LSHR, 31)
          .lanewise(VectorOperators.OR, a1.lanewise(VectorOperators.LSHL, 1))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a1.lanewise(VectorOperators.LSHR, 30)
          .lanewise(VectorOperators.OR, a2.lanewise(VectorOperators.LSHL, 2))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 64);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a2.lanewise(VectorOperators.LSHR, 29)
          .lanewise(VectorOperators.OR, a3.lanewise(VectorOperators.LSHL, 3))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 96);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a3.lanewise(VectorOperators.LSHR, 28)
          .lanewise(VectorOperators.OR, a4.lanewise(VectorOperators.LSHL, 4))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 128);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a4.lanewise(VectorOperators.LSHR, 27)
          .lanewise(VectorOperators.OR, a5.lanewise(VectorOperators.LSHL, 5))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 160);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a5.lanewise(VectorOperators.LSHR, 26)
          .lanewise(VectorOperators.OR, a6.lanewise(VectorOperators.LSHL, 6))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 192);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a6.lanewise(VectorOperators.LSHR, 25)
          .lanewise(VectorOperators.OR, a7.lanewise(VectorOperators.LSHL, 7))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 224);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a7.lanewise(VectorOperators.LSHR, 24)
          .lanewise(VectorOperators.OR, a8.lanewise(VectorOperators.LSHL, 8))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 256);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a8.lanewise(VectorOperators.LSHR, 23)
          .lanewise(VectorOperators.OR, a9.lanewise(VectorOperators.LSHL, 9))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 288);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a9.lanewise(VectorOperators.LSHR, 22)
          .lanewise(VectorOperators.OR, a10.lanewise(VectorOperators.LSHL, 10))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 320);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a10.lanewise(VectorOperators.LSHR, 21)
          .lanewise(VectorOperators.OR, a11.lanewise(VectorOperators.LSHL, 11))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 352);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a11.lanewise(VectorOperators.LSHR, 20)
          .lanewise(VectorOperators.OR, a12.lanewise(VectorOperators.LSHL, 12))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 384);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a12.lanewise(VectorOperators.LSHR, 19)
          .lanewise(VectorOperators.OR, a13.lanewise(VectorOperators.LSHL, 13))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 416);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a13.lanewise(VectorOperators.LSHR, 18)
          .lanewise(VectorOperators.OR, a14.lanewise(VectorOperators.LSHL, 14))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 448);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a14.lanewise(VectorOperators.LSHR, 17)
          .lanewise(VectorOperators.OR, a15.lanewise(VectorOperators.LSHL, 15))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 480);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a15.lanewise(VectorOperators.LSHR, 16)
          .lanewise(VectorOperators.OR, a16.lanewise(VectorOperators.LSHL, 16))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 512);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a16.lanewise(VectorOperators.LSHR, 15)
          .lanewise(VectorOperators.OR, a17.lanewise(VectorOperators.LSHL, 17))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 544);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a17.lanewise(VectorOperators.LSHR, 14)
          .lanewise(VectorOperators.OR, a18.lanewise(VectorOperators.LSHL, 18))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 576);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a18.lanewise(VectorOperators.LSHR, 13)
          .lanewise(VectorOperators.OR, a19.lanewise(VectorOperators.LSHL, 19))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 608);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a19.lanewise(VectorOperators.LSHR, 12)
          .lanewise(VectorOperators.OR, a20.lanewise(VectorOperators.LSHL, 20))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 640);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a20.lanewise(VectorOperators.LSHR, 11)
          .lanewise(VectorOperators.OR, a21.lanewise(VectorOperators.LSHL, 21))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 672);
      IntVector a22 = ByteVector.fromArray(BYTES, in, p + 2816).reinterpretAsInts();
      a21.lanewise(VectorOperators.LSHR, 10)
          .lanewise(VectorOperators.OR, a22.lanewise(VectorOperators.LSHL, 22))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 704);
      IntVector a23 = ByteVector.fromArray(BYTES, in, p + 2944).reinterpretAsInts();
      a22.lanewise(VectorOperators.LSHR, 9)
          .lanewise(VectorOperators.OR, a23.lanewise(VectorOperators.LSHL, 23))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 736);
      IntVector a24 = ByteVector.fromArray(BYTES, in, p + 3072).reinterpretAsInts();
      a23.lanewise(VectorOperators.LSHR, 8)
          .lanewise(VectorOperators.OR, a24.lanewise(VectorOperators.LSHL, 24))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 768);
      IntVector a25 = ByteVector.fromArray(BYTES, in, p + 3200).reinterpretAsInts();
      a24.lanewise(VectorOperators.LSHR, 7)
          .lanewise(VectorOperators.OR, a25.lanewise(VectorOperators.LSHL, 25))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 800);
      IntVector a26 = ByteVector.fromArray(BYTES, in, p + 3328).reinterpretAsInts();
      a25.lanewise(VectorOperators.LSHR, 6)
          .lanewise(VectorOperators.OR, a26.lanewise(VectorOperators.LSHL, 26))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 832);
      IntVector a27 = ByteVector.fromArray(BYTES, in, p + 3456).reinterpretAsInts();
      a26.lanewise(VectorOperators.LSHR, 5)
          .lanewise(VectorOperators.OR, a27.lanewise(VectorOperators.LSHL, 27))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 864);
      IntVector a28 = ByteVector.fromArray(BYTES, in, p + 3584).reinterpretAsInts();
      a27.lanewise(VectorOperators.LSHR, 4)
          .lanewise(VectorOperators.OR, a28.lanewise(VectorOperators.LSHL, 28))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 896);
      IntVector a29 = ByteVector.fromArray(BYTES, in, p + 3712).reinterpretAsInts();
      a28.lanewise(VectorOperators.LSHR, 3)
          .lanewise(VectorOperators.OR, a29.lanewise(VectorOperators.LSHL, 29))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 928);
      IntVector a30 = ByteVector.fromArray(BYTES, in, p + 3840).reinterpretAsInts();
      a29.lanewise(VectorOperators.LSHR, 2)
          .lanewise(VectorOperators.OR, a30.lanewise(VectorOperators.LSHL, 30))
          .lanewise(VectorOperators.AND, m)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 960);
      a30.lanewise(VectorOperators.LSHR, 1)
          .lanewise(VectorOperators.ADD, b)
          .intoArray(out, q + 992);
    }
  }

  private static void unpack32(byte[] in, int i, int base, int[] out, int o) {
    IntVector b = IntVector.broadcast(INTS, base);
    for (int l = 0; l < 32; l += WORDS) {
      int p = i + 4 * l;
      int q = o + l;
      IntVector a0 = ByteVector.fromArray(BYTES, in, p).reinterpretAsInts();
      a0.lanewise(VectorOperators.ADD, b).intoArray(out, q);
      IntVector a1 = ByteVector.fromArray(BYTES, in, p + 128).reinterpretAsInts();
      a1.lanewise(VectorOperators.ADD, b).intoArray(out, q + 32);
      IntVector a2 = ByteVector.fromArray(BYTES, in, p + 256).reinterpretAsInts();
      a2.lanewise(VectorOperators.ADD, b).intoArray(out, q + 64);
      IntVector a3 = ByteVector.fromArray(BYTES, in, p + 384).reinterpretAsInts();
      a3.lanewise(VectorOperators.ADD, b).intoArray(out, q + 96);
      IntVector a4 = ByteVector.fromArray(BYTES, in, p + 512).reinterpretAsInts();
      a4.lanewise(VectorOperators.ADD, b).intoArray(out, q + 128);
      IntVector a5 = ByteVector.fromArray(BYTES, in, p + 640).reinterpretAsInts();
      a5.lanewise(VectorOperators.ADD, b).intoArray(out, q + 160);
      IntVector a6 = ByteVector.fromArray(BYTES, in, p + 768).reinterpretAsInts();
      a6.lanewise(VectorOperators.ADD, b).intoArray(out, q + 192);
      IntVector a7 = ByteVector.fromArray(BYTES, in, p + 896).reinterpretAsInts();
      a7.lanewise(VectorOperators.ADD, b).intoArray(out, q + 224);
      IntVector a8 = ByteVector.fromArray(BYTES, in, p + 1024).reinterpretAsInts();
      a8.lanewise(VectorOperators.ADD, b).intoArray(out, q + 256);
      IntVector a9 = ByteVector.fromArray(BYTES, in, p + 1152).reinterpretAsInts();
      a9.lanewise(VectorOperators.ADD, b).intoArray(out, q + 288);
      IntVector a10 = ByteVector.fromArray(BYTES, in, p + 1280).reinterpretAsInts();
      a10.lanewise(VectorOperators.ADD, b).intoArray(out, q + 320);
      IntVector a11 = ByteVector.fromArray(BYTES, in, p + 1408).reinterpretAsInts();
      a11.lanewise(VectorOperators.ADD, b).intoArray(out, q + 352);
      IntVector a12 = ByteVector.fromArray(BYTES, in, p + 1536).reinterpretAsInts();
      a12.lanewise(VectorOperators.ADD, b).intoArray(out, q + 384);
      IntVector a13 = ByteVector.fromArray(BYTES, in, p + 1664).reinterpretAsInts();
      a13.lanewise(VectorOperators.ADD, b).intoArray(out, q + 416);
      IntVector a14 = ByteVector.fromArray(BYTES, in, p + 1792).reinterpretAsInts();
      a14.lanewise(VectorOperators.ADD, b).intoArray(out, q + 448);
      IntVector a15 = ByteVector.fromArray(BYTES, in, p + 1920).reinterpretAsInts();
      a15.lanewise(VectorOperators.ADD, b).intoArray(out, q + 480);
      IntVector a16 = ByteVector.fromArray(BYTES, in, p + 2048).reinterpretAsInts();
      a16.lanewise(VectorOperators.ADD, b).intoArray(out, q + 512);
      IntVector a17 = ByteVector.fromArray(BYTES, in, p + 2176).reinterpretAsInts();
      a17.lanewise(VectorOperators.ADD, b).intoArray(out, q + 544);
      IntVector a18 = ByteVector.fromArray(BYTES, in, p + 2304).reinterpretAsInts();
      a18.lanewise(VectorOperators.ADD, b).intoArray(out, q + 576);
      IntVector a19 = ByteVector.fromArray(BYTES, in, p + 2432).reinterpretAsInts();
      a19.lanewise(VectorOperators.ADD, b).intoArray(out, q + 608);
      IntVector a20 = ByteVector.fromArray(BYTES, in, p + 2560).reinterpretAsInts();
      a20.lanewise(VectorOperators.ADD, b).intoArray(out, q + 640);
      IntVector a21 = ByteVector.fromArray(BYTES, in, p + 2688).reinterpretAsInts();
      a21.lanewise(VectorOperators.ADD, b).intoArray(out, q + 672);
      IntVector a22 = ByteVector.fromArray(BYTES, in, p + 2816).reinterpretAsInts();
      a22.lanewise(VectorOperators.ADD, b).intoArray(out, q + 704);
      IntVector a23 = ByteVector.fromArray(BYTES, in, p + 2944).reinterpretAsInts();
      a23.lanewise(VectorOperators.ADD, b).intoArray(out, q + 736);
      IntVector a24 = ByteVector.fromArray(BYTES, in, p + 3072).reinterpretAsInts();
      a24.lanewise(VectorOperators.ADD, b).intoArray(out, q + 768);
      IntVector a25 = ByteVector.fromArray(BYTES, in, p + 3200).reinterpretAsInts();
      a25.lanewise(VectorOperators.ADD, b).intoArray(out, q + 800);
      IntVector a26 = ByteVector.fromArray(BYTES, in, p + 3328).reinterpretAsInts();
      a26.lanewise(VectorOperators.ADD, b).intoArray(out, q + 832);
      IntVector a27 = ByteVector.fromArray(BYTES, in, p + 3456).reinterpretAsInts();
      a27.lanewise(VectorOperators.ADD, b).intoArray(out, q + 864);
      IntVector a28 = ByteVector.fromArray(BYTES, in, p + 3584).reinterpretAsInts();
      a28.lanewise(VectorOperators.ADD, b).intoArray(out, q + 896);
      IntVector a29 = ByteVector.fromArray(BYTES, in, p + 3712).reinterpretAsInts();
      a29.lanewise(VectorOperators.ADD, b).intoArray(out, q + 928);
      IntVector a30 = ByteVector.fromArray(BYTES, in, p + 3840).reinterpretAsInts();
      a30.lanewise(VectorOperators.ADD, b).intoArray(out, q + 960);
      IntVector a31 = ByteVector.fromArray(BYTES, in, p + 3968).reinterpretAsInts();
      a31.lanewise(VectorOperators.ADD, b).intoArray(out, q + 992);
    }
  }
}
