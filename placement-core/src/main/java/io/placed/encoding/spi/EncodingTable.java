package io.placed.encoding.spi;

import io.placed.error.MalformedDataException;
import io.placed.schema.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * All encodings, by their identifiers and by what they hold. The order in which they are given is
 * that of preference: of two that cost the same, the first one is taken.
 */
public final class EncodingTable {
  private final List<Encoding> encodings;
  private final Encoding[] byId;
  private final Map<Storage, List<Scheme>> schemes = new EnumMap<>(Storage.class);

  /**
   * @throws IllegalArgumentException if two have the same identifier
   */
  public EncodingTable(List<Encoding> encodings) {
    this.encodings = List.copyOf(encodings);
    byId = new Encoding[1 + encodings.stream().mapToInt(Encoding::id).max().orElse(0)];
    for (Encoding e : encodings) {
      if (byId[e.id()] != null) {
        throw new IllegalArgumentException(
            e.name() + " has the identifier of " + byId[e.id()].name());
      }
      byId[e.id()] = e;
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

  /** Name for people. */
  public String name(int id) {
    return get(id) == null ? "encoding " + id : byId[id].name();
  }

  private Encoding get(int id) {
    return id < byId.length ? byId[id] : null;
  }

  IntDecoder ints(int id, DecodeContext context, int n) {
    if (get(id) instanceof Encoding.OfInts e) {
      return e.ints(context, n);
    }
    throw notFor(id, "32-bit integers");
  }

  LongDecoder longs(int id, DecodeContext context, int n) {
    if (get(id) instanceof Encoding.OfLongs e) {
      return e.longs(context, n);
    }
    throw notFor(id, "64-bit integers");
  }

  FloatDecoder floats(int id, DecodeContext context, int n) {
    if (get(id) instanceof Encoding.OfFloats e) {
      return e.floats(context, n);
    }
    throw notFor(id, "floats");
  }

  DoubleDecoder doubles(int id, DecodeContext context, int n) {
    if (get(id) instanceof Encoding.OfDoubles e) {
      return e.doubles(context, n);
    }
    throw notFor(id, "doubles");
  }

  Int128Decoder int128s(int id, DecodeContext context, int n) {
    if (get(id) instanceof Encoding.OfInt128s e) {
      return e.int128s(context, n);
    }
    throw notFor(id, "128-bit integers");
  }

  BytesDecoder bytes(int id, DecodeContext context, int n) {
    if (get(id) instanceof Encoding.OfBytes e) {
      return e.bytes(context, n);
    }
    throw notFor(id, "byte strings");
  }

  BooleanDecoder booleans(int id, DecodeContext context, int n) {
    if (get(id) instanceof Encoding.OfBooleans e) {
      return e.booleans(context, n);
    }
    throw notFor(id, "booleans");
  }

  private MalformedDataException notFor(int id, String values) {
    return new MalformedDataException(name(id) + " is no encoding of " + values);
  }
}
