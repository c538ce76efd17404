package io.placed.encoding;

import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;

/**
 * Reads the identifier of an array of n values and opens its decoder, which has then passed over
 * the bytes of the array. {@code shared} is null where no shared dictionary may be used.
 */
final class Decoders {
  private Decoders() {}

  static IntDecoder ints(ByteReader in, int n, int depth, DictionaryValues shared) {
    int id = open(in, depth);
    return switch (id) {
      case EncodingId.PLAIN -> new PlainDecoders.Ints(in, n);
      case EncodingId.CONSTANT -> new ConstantDecoders.Ints(in);
      case EncodingId.FREQUENT -> new FrequentDecoders.Ints(in, n, depth);
      case EncodingId.FRAME_OF_REFERENCE -> new FrameOfReferenceDecoders.Ints(in, n);
      case EncodingId.RUN_LENGTH -> new RunLengthDecoders.Ints(in, n, depth);
      case EncodingId.PAGE_DICTIONARY, EncodingId.SHARED_DICTIONARY ->
          new DictionaryDecoders.Ints(codes(id, Storage.INT, in, n, depth, shared));
      case EncodingId.DELTA -> new DeltaDecoders.Ints(in, n, depth);
      case EncodingId.DIVIDED -> new DividedDecoders.Ints(in, n, depth);
      default -> throw EncodingId.notFor(id, "32-bit integers");
    };
  }

  static LongDecoder longs(ByteReader in, int n, int depth, DictionaryValues shared) {
    int id = open(in, depth);
    return switch (id) {
      case EncodingId.PLAIN -> new PlainDecoders.Longs(in, n);
      case EncodingId.CONSTANT -> new ConstantDecoders.Longs(in);
      case EncodingId.FREQUENT -> new FrequentDecoders.Longs(in, n, depth);
      case EncodingId.FRAME_OF_REFERENCE -> new FrameOfReferenceDecoders.Longs(in, n);
      case EncodingId.RUN_LENGTH -> new RunLengthDecoders.Longs(in, n, depth);
      case EncodingId.PAGE_DICTIONARY, EncodingId.SHARED_DICTIONARY ->
          new DictionaryDecoders.Longs(codes(id, Storage.LONG, in, n, depth, shared));
      case EncodingId.DELTA -> new DeltaDecoders.Longs(in, n, depth);
      case EncodingId.DIVIDED -> new DividedDecoders.Longs(in, n, depth);
      default -> throw EncodingId.notFor(id, "64-bit integers");
    };
  }

  static FloatDecoder floats(ByteReader in, int n, int depth, DictionaryValues shared) {
    int id = open(in, depth);
    return switch (id) {
      case EncodingId.PLAIN -> new PlainDecoders.Floats(in, n);
      case EncodingId.CONSTANT -> new ConstantDecoders.Floats(in);
      case EncodingId.FREQUENT -> new FrequentDecoders.Floats(in, n, depth);
      case EncodingId.RUN_LENGTH -> new RunLengthDecoders.Floats(in, n, depth);
      case EncodingId.PAGE_DICTIONARY, EncodingId.SHARED_DICTIONARY ->
          new DictionaryDecoders.Floats(codes(id, Storage.FLOAT, in, n, depth, shared));
      case EncodingId.ALP -> new AlpDecoders.Floats(in, n, depth);
      case EncodingId.ALP_RD -> new AlpRdDecoders.Floats(in, n, depth);
      default -> throw EncodingId.notFor(id, "floats");
    };
  }

  static DoubleDecoder doubles(ByteReader in, int n, int depth, DictionaryValues shared) {
    int id = open(in, depth);
    return switch (id) {
      case EncodingId.PLAIN -> new PlainDecoders.Doubles(in, n);
      case EncodingId.CONSTANT -> new ConstantDecoders.Doubles(in);
      case EncodingId.FREQUENT -> new FrequentDecoders.Doubles(in, n, depth);
      case EncodingId.RUN_LENGTH -> new RunLengthDecoders.Doubles(in, n, depth);
      case EncodingId.PAGE_DICTIONARY, EncodingId.SHARED_DICTIONARY ->
          new DictionaryDecoders.Doubles(codes(id, Storage.DOUBLE, in, n, depth, shared));
      case EncodingId.ALP -> new AlpDecoders.Doubles(in, n, depth);
      case EncodingId.ALP_RD -> new AlpRdDecoders.Doubles(in, n, depth);
      default -> throw EncodingId.notFor(id, "doubles");
    };
  }

  static Int128Decoder int128s(ByteReader in, int n, int depth, DictionaryValues shared) {
    int id = open(in, depth);
    return switch (id) {
      case EncodingId.PLAIN -> new PlainDecoders.Int128s(in, n);
      case EncodingId.CONSTANT -> new ConstantDecoders.Int128s(in);
      case EncodingId.FREQUENT -> new FrequentDecoders.Int128s(in, n, depth);
      case EncodingId.RUN_LENGTH -> new RunLengthDecoders.Int128s(in, n, depth);
      case EncodingId.PAGE_DICTIONARY, EncodingId.SHARED_DICTIONARY ->
          new DictionaryDecoders.Int128s(codes(id, Storage.INT128, in, n, depth, shared));
      case EncodingId.SPLIT -> new SplitDecoder(in, n, depth);
      case EncodingId.NARROW -> new NarrowDecoder(in, n, depth);
      default -> throw EncodingId.notFor(id, "128-bit integers");
    };
  }

  /** {@code symbols} are those of the chunk, null if it has none. */
  static BytesDecoder bytes(
      ByteReader in, int n, int depth, DictionaryValues shared, FsstTable symbols) {
    int id = open(in, depth);
    return switch (id) {
      case EncodingId.CONSTANT -> new ConstantDecoders.Strings(in);
      case EncodingId.RUN_LENGTH -> new RunLengthStrings(in, n, depth, symbols);
      case EncodingId.PAGE_DICTIONARY, EncodingId.SHARED_DICTIONARY ->
          new DictionaryStrings(codes(id, Storage.BYTES, in, n, depth, shared, symbols));
      case EncodingId.FREQUENT -> new FrequentStrings(in, n, depth, symbols);
      case EncodingId.FRONT_CODING -> new FrontCodingDecoder(in, n, depth, symbols);
      default -> unsharedBytes(id, in, n, depth, symbols);
    };
  }

  /** An array in an encoding in which every value has bytes of its own. */
  static BytesDecoder unsharedBytes(ByteReader in, int n, int depth, FsstTable symbols) {
    return unsharedBytes(open(in, depth), in, n, depth, symbols);
  }

  private static BytesDecoder unsharedBytes(
      int id, ByteReader in, int n, int depth, FsstTable symbols) {
    return switch (id) {
      case EncodingId.PLAIN ->
          n == 0 ? new ConstantDecoders.NoBytes() : new PlainStrings(in, n, depth);
      case EncodingId.FSST -> new FsstDecoder(in, n, depth, symbols);
      default -> throw EncodingId.notFor(id, "byte strings");
    };
  }

  static BooleanDecoder booleans(ByteReader in, int n, int depth) {
    int id = open(in, depth);
    return booleans(id, in, n, depth);
  }

  static BooleanDecoder booleans(int id, ByteReader in, int n, int depth) {
    return switch (id) {
      case EncodingId.CONSTANT -> new BooleanDecoders.Constant(in);
      case EncodingId.RUN_LENGTH -> new BooleanDecoders.RunLength(in, n, depth);
      case EncodingId.BITMAP -> new BooleanDecoders.Bitmap(in, n);
      case EncodingId.SPARSE -> new BooleanDecoders.Sparse(in, n);
      default -> throw EncodingId.notFor(id, "booleans");
    };
  }

  private static int open(ByteReader in, int depth) {
    if (depth > EncodingId.MAX_DEPTH) {
      throw new MalformedDataException(
          "arrays are nested deeper than " + EncodingId.MAX_DEPTH + " levels");
    }
    return in.u8("encoding");
  }

  private static DictionaryCodes codes(
      int id, Storage storage, ByteReader in, int n, int depth, DictionaryValues shared) {
    return codes(id, storage, in, n, depth, shared, null);
  }

  private static DictionaryCodes codes(
      int id,
      Storage storage,
      ByteReader in,
      int n,
      int depth,
      DictionaryValues shared,
      FsstTable symbols) {
    if (id == EncodingId.PAGE_DICTIONARY) {
      int size = in.count(1, Math.max(1, n), "dictionary size");
      DictionaryValues own = DictionaryValues.read(storage, in, size, depth + 1, symbols);
      return new DictionaryCodes(
          "pagedict", own, ints(in, n, depth + 1, null), in.ints(BitPacking.VECTOR));
    }
    if (shared == null) {
      throw new MalformedDataException("the values need a shared dictionary, and there is none");
    }
    if (shared.storage != storage) {
      throw new MalformedDataException(
          "a dictionary of " + shared.storage + " for values of " + storage);
    }
    return new DictionaryCodes(
        "dict", shared, ints(in, n, depth + 1, null), in.ints(BitPacking.VECTOR));
  }
}
