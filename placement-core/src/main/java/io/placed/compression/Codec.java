package io.placed.compression;

import java.util.Locale;

/** How a block of bytes was compressed. The id is what is written to files: it never changes. */
public enum Codec {
  /** The bytes as they are. */
  NONE(0),
  /** One LZ4 block without a frame. */
  LZ4(1),
  /** One Zstandard frame. */
  ZSTD(2);

  private static final Codec[] ALL = values();

  private final byte id;

  Codec(int id) {
    this.id = (byte) id;
  }

  /** Identifier in files. */
  public byte id() {
    return id;
  }

  /** Name in settings. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if no codec has this id
   */
  public static Codec fromId(int id) {
    if (id < 0 || id >= ALL.length) {
      throw new IllegalArgumentException(
          "compression id " + id + " is unknown; allowed are 0 to " + (ALL.length - 1));
    }
    return ALL[id];
  }
}
