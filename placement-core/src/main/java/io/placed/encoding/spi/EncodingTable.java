package io.placed.encoding.spi;

import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * All encodings, by identifier and by storage. They are given in order of preference: if costs are
 * equal, the earlier one is chosen.
 */
public final class EncodingTable {
  /** Number of identifiers, which are bytes. */
  private static final int IDS = 256;

  private final List<Encoding> encodings;
  private final Encoding[] byId = new Encoding[IDS];

  // By kind of array and identifier; null if there is no decoder. A page opens several arrays, and
  // a lookup here is faster than testing an object for one of its interfaces.
  private final Encoding.OfInts[] ints = new Encoding.OfInts[IDS];
  private final Encoding.OfLongs[] longs = new Encoding.OfLongs[IDS];
  private final Encoding.OfFloats[] floats = new Encoding.OfFloats[IDS];
  private final Encoding.OfDoubles[] doubles = new Encoding.OfDoubles[IDS];
  private final Encoding.OfInt128s[] int128s = new Encoding.OfInt128s[IDS];
  private final Encoding.OfBytes[] bytes = new Encoding.OfBytes[IDS];
  private final Encoding.OfBooleans[] booleans = new Encoding.OfBooleans[IDS];

  private final Map<Storage, List<Scheme>> schemes = new EnumMap<>(Storage.class);

  /**
   * @throws IllegalArgumentException if two encodings have the same identifier
   */
  public EncodingTable(List<Encoding> encodings) {
    this.encodings = List.copyOf(encodings);
    for (Encoding e : encodings) {
      if (byId[e.id()] != null) {
        throw new IllegalArgumentException(
            e.name() + " has the identifier of " + byId[e.id()].name());
      }
      byId[e.id()] = e;
      put(e);
    }
    for (Storage storage : Storage.values()) {
      List<Scheme> of = new ArrayList<>();
      for (Encoding e : encodings) {
        if (e.scheme() != null && e.scheme().storages().contains(storage)) {
          of.add(e.scheme());
        }
      }
      schemes.put(storage, List.copyOf(of));
    }
  }

  private void put(Encoding e) {
    int id = e.id();
    ints[id] = e instanceof Encoding.OfInts of ? of : null;
    longs[id] = e instanceof Encoding.OfLongs of ? of : null;
    floats[id] = e instanceof Encoding.OfFloats of ? of : null;
    doubles[id] = e instanceof Encoding.OfDoubles of ? of : null;
    int128s[id] = e instanceof Encoding.OfInt128s of ? of : null;
    bytes[id] = e instanceof Encoding.OfBytes of ? of : null;
    booleans[id] = e instanceof Encoding.OfBooleans of ? of : null;
  }

  /** In the order of their identifiers. */
  public List<Encoding> all() {
    return Arrays.stream(byId).filter(e -> e != null).toList();
  }

  /** In the order of preference. */
  public List<Encoding> preferred() {
    return encodings;
  }

  /** The schemes to compare for values of a storage, in the order of preference. */
  public List<Scheme> schemes(Storage storage) {
    return schemes.get(storage);
  }

  /** Name for descriptions. */
  public String name(int id) {
    return byId[id] == null ? "encoding " + id : byId[id].name();
  }

  IntDecoder ints(int id, DecodeContext context, int n) {
    Encoding.OfInts encoding = ints[id];
    if (encoding == null) {
      throw notFor(id, "32-bit integers");
    }
    return encoding.ints(context, n);
  }

  LongDecoder longs(int id, DecodeContext context, int n) {
    Encoding.OfLongs encoding = longs[id];
    if (encoding == null) {
      throw notFor(id, "64-bit integers");
    }
    return encoding.longs(context, n);
  }

  FloatDecoder floats(int id, DecodeContext context, int n) {
    Encoding.OfFloats encoding = floats[id];
    if (encoding == null) {
      throw notFor(id, "floats");
    }
    return encoding.floats(context, n);
  }

  DoubleDecoder doubles(int id, DecodeContext context, int n) {
    Encoding.OfDoubles encoding = doubles[id];
    if (encoding == null) {
      throw notFor(id, "doubles");
    }
    return encoding.doubles(context, n);
  }

  Int128Decoder int128s(int id, DecodeContext context, int n) {
    Encoding.OfInt128s encoding = int128s[id];
    if (encoding == null) {
      throw notFor(id, "128-bit integers");
    }
    return encoding.int128s(context, n);
  }

  BytesDecoder bytes(int id, DecodeContext context, int n) {
    Encoding.OfBytes encoding = bytes[id];
    if (encoding == null) {
      throw notFor(id, "byte strings");
    }
    return encoding.bytes(context, n);
  }

  BooleanDecoder booleans(int id, DecodeContext context, int n) {
    Encoding.OfBooleans encoding = booleans[id];
    if (encoding == null) {
      throw notFor(id, "booleans");
    }
    return encoding.booleans(context, n);
  }

  private MalformedDataException notFor(int id, String values) {
    return new MalformedDataException(name(id) + " is not an encoding of " + values);
  }
}
