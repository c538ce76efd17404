package io.placed.encoding;

import io.placed.error.MalformedDataException;

/**
 * The encodings and their stable identifiers. An array starts with its identifier; what follows
 * depends on it and on the storage of the values, and is given here for n values. Arrays in arrays
 * are nested at most {@value #MAX_DEPTH} deep. Numbers are little-endian.
 *
 * <table>
 * <caption>Grammar</caption>
 * <tr><th>id</th><th>name</th><th>storage</th><th>bytes</th></tr>
 * <tr><td>0</td><td>plain</td><td>INT, LONG</td><td>width:u8 (1, 2, 4, 8), n × that many bytes,
 *     sign-extended</td></tr>
 * <tr><td></td><td></td><td>FLOAT, DOUBLE, INT128</td><td>n × 4, 8 or 16 bytes (low half first)</td></tr>
 * <tr><td></td><td></td><td>BYTES</td><td>lengths: INT array(n), all the bytes</td></tr>
 * <tr><td>1</td><td>constant</td><td>all</td><td>the value: 1 (BITS), 4, 8, 16 bytes or length:u32
 *     bytes</td></tr>
 * <tr><td>2</td><td>frame of reference</td><td>INT, LONG</td><td>{@link FrameOfReference}</td></tr>
 * <tr><td>3</td><td>run-length</td><td>all</td><td>runs:u32, lengths: INT array(runs), values:
 *     array(runs); BITS: runs:u32, first:u8, lengths: INT array(runs)</td></tr>
 * <tr><td>4</td><td>page dictionary</td><td>all but BITS</td><td>size:u32, values: array(size) in
 *     ascending order, codes: INT array(n)</td></tr>
 * <tr><td>5</td><td>shared dictionary</td><td>all but BITS</td><td>codes: INT array(n); the values
 *     are in the dictionary of the chunk</td></tr>
 * <tr><td>6</td><td>delta</td><td>INT, LONG</td><td>firsts: array(vectors), differences: array(n);
 *     the difference of the first value of each vector is 0</td></tr>
 * <tr><td>7</td><td>bitmap</td><td>BITS</td><td>ceil(n / 8) bytes, lowest bit first</td></tr>
 * <tr><td>8</td><td>sparse</td><td>BITS</td><td>value:u8, per 256 values count:u8, then the positions
 *     in their 256 of all values that are {@code value}: u8, ascending</td></tr>
 * <tr><td>9</td><td>split</td><td>INT128</td><td>high halves: LONG array(n), low halves: LONG
 *     array(n)</td></tr>
 * <tr><td>10</td><td>ALP</td><td>FLOAT, DOUBLE</td><td>{@link Alp}</td></tr>
 * <tr><td>11</td><td>ALP-RD</td><td>FLOAT, DOUBLE</td><td>{@link AlpRd}</td></tr>
 * <tr><td>12</td><td>divided</td><td>INT, LONG</td><td>{@link Divided}</td></tr>
 * <tr><td>13</td><td>FSST</td><td>BYTES</td><td>{@link FsstScheme}</td></tr>
 * <tr><td>14</td><td>front coding</td><td>BYTES</td><td>{@link FrontCodingScheme}</td></tr>
 * <tr><td>15</td><td>derived</td><td>INT, LONG, FLOAT, DOUBLE</td><td>{@link DerivedDecoder}; only
 *     as the values of a page</td></tr>
 * <tr><td>16</td><td>narrow</td><td>INT128</td><td>values: LONG array(n)</td></tr>
 * <tr><td>17</td><td>frequent</td><td>all but BITS</td><td>the frequent value as in a constant,
 *     exceptions:u32, places: BITS array(n), bit set = exception, values: array(exceptions)</td></tr>
 * </table>
 *
 * <p>An array of no values is plain (BITS: bitmap) and has no bytes after its identifier.
 *
 * <p>A new encoding gets the next free number here, a case in {@link Decoders}, a {@link Scheme}
 * listed in {@link Schemes}, and a file set of its own.
 */
final class EncodingId {
  static final int PLAIN = 0;
  static final int CONSTANT = 1;
  static final int FRAME_OF_REFERENCE = 2;
  static final int RUN_LENGTH = 3;
  static final int PAGE_DICTIONARY = 4;
  static final int SHARED_DICTIONARY = 5;
  static final int DELTA = 6;
  static final int BITMAP = 7;
  static final int SPARSE = 8;
  static final int SPLIT = 9;
  static final int ALP = 10;
  static final int ALP_RD = 11;
  static final int DIVIDED = 12;
  static final int FSST = 13;
  static final int FRONT_CODING = 14;
  static final int DERIVED = 15;
  static final int NARROW = 16;
  static final int FREQUENT = 17;

  /** Memory that decoders of one page or dictionary may take before they give the first value. */
  static final long MAX_DECODER_BYTES = 256L << 20;

  /** What every encoded byte allows on top of that. */
  static final long DECODER_BYTES_PER_BYTE = 512;

  /** Deepest nesting of arrays: a dictionary of run-length encoded strings, for example, has 4. */
  static final int MAX_DEPTH = 4;

  private static final String[] NAMES = {
    "plain",
    "constant",
    "for",
    "runs",
    "pagedict",
    "dict",
    "delta",
    "bitmap",
    "sparse",
    "split",
    "alp",
    "alprd",
    "divided",
    "fsst",
    "front",
    "derived",
    "narrow",
    "frequent"
  };

  private EncodingId() {}

  static String name(int id) {
    return id < NAMES.length ? NAMES[id] : "encoding " + id;
  }

  static MalformedDataException notFor(int id, String storage) {
    return new MalformedDataException(name(id) + " is no encoding of " + storage);
  }
}
