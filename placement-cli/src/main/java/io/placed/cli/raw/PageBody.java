package io.placed.cli.raw;

import io.placed.compression.Codec;
import io.placed.compression.Decompression;
import io.placed.encoding.PageDecoder;
import io.placed.error.MalformedDataException;
import java.util.List;

/**
 * The first fields of a page or dictionary.
 *
 * @param fields of the stored bytes: of the values only if they are not compressed
 * @param problem what is wrong; null if nothing is
 */
record PageBody(RawPart.Contents contents, List<RawField> fields, String problem) {
  private static final int MOST_RAW_BYTES = 64 << 20;

  /**
   * @param end of the stored bytes, where the checksum is
   */
  static PageBody of(byte[] bytes, int end, Entries.Stored part, boolean rowMajor) {
    FieldReader in = new FieldReader(bytes, 0, bytes.length);
    Codec codec = part.codec() < Codec.values().length ? Codec.fromId(part.codec()) : null;
    String name = codec == null ? "codec " + part.codec() : codec.text();
    String text = null;
    String problem = codec == null ? "codec " + part.codec() + " is unknown" : null;
    if (codec == Codec.NONE) {
      problem = part.raw() == end ? null : "has " + end + " bytes, expected " + part.raw();
      try {
        text = values(in, end, part, rowMajor);
      } catch (MalformedDataException e) {
        problem = e.getMessage();
      }
    } else if (codec != null && part.raw() <= MOST_RAW_BYTES) {
      try {
        byte[] raw = unpacked(codec, bytes, end, (int) part.raw());
        text = values(new FieldReader(raw, 0, raw.length), raw.length, part, rowMajor);
      } catch (MalformedDataException e) {
        problem = e.getMessage();
      }
    }
    int stored = end - in.position();
    if (stored > 0) {
      in.span(codec == Codec.NONE ? "values" : name + " block", stored);
    }
    in.rest("crc");
    return new PageBody(new RawPart.Contents(name, part.raw(), text), in.fields(), problem);
  }

  private static byte[] unpacked(Codec codec, byte[] bytes, int end, int raw) {
    Decompression.requireLength(codec, bytes, 0, end, raw);
    byte[] out = new byte[raw];
    Decompression.decompress(codec, bytes, 0, end, out, 0, raw);
    return out;
  }

  /** Reads the first fields; returns what they say about the values, null if nothing. */
  private static String values(FieldReader in, int end, Entries.Stored part, boolean rowMajor) {
    if (part.page() < 0) {
      return null;
    }
    long count = in.u32(rowMajor ? "rows" : "values");
    if (rowMajor) {
      return "row-major, " + count + " rows, " + in.u16("columns") + " columns";
    }
    int validity = in.u8("validity (0 = no nulls, otherwise the encoding of a bitmap)");
    if (validity != 0) {
      return "nulls: " + PageDecoder.encodingName(validity);
    }
    return in.position() < end ? PageDecoder.encodingName(in.u8("encoding")) : null;
  }
}
