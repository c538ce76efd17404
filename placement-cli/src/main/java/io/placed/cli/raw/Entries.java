package io.placed.cli.raw;

import io.placed.error.MalformedDataException;
import io.placed.schema.TypeKind;
import java.util.List;

/** The grammar of column indexes and statistics, as in docs/spec/file.md. */
final class Entries {
  private static final int MIN = 1;
  private static final int MAX = 2;
  private static final int DISTINCT = 16;
  private static final int NAN = 32;
  private static final int LONG_DECIMAL_DIGITS = 18;

  /**
   * A page or dictionary.
   *
   * @param page number in its chunk; -1 for a dictionary
   */
  record Stored(
      int file, int rowGroup, int node, int page, long offset, long length, long raw, int codec) {}

  private Entries() {}

  /**
   * @param nodes of the column; null if its pages are row-major
   * @param most number of pages to keep
   * @param out gets the pages in turn, so that those before damage are known
   * @return number of pages that were not kept
   */
  static long index(
      FieldReader in, Footer.Root root, List<Footer.Node> nodes, int most, List<Stored> out) {
    long left = 0;
    for (int g = 0; g < root.rowGroups().size(); g++) {
      int chunks = nodes == null ? 1 : nodes.size();
      for (int n = 0; n < chunks; n++) {
        boolean repeated = nodes != null && nodes.get(n).repeated();
        int node = nodes == null ? -1 : n;
        left += chunk(in, g, node, root.rowGroups().get(g).pages(), repeated, most, out);
      }
    }
    return left;
  }

  private static long chunk(
      FieldReader in, int g, int node, long pages, boolean repeated, int most, List<Stored> out) {
    String of = "row group " + g + (node > 0 ? ", node " + node : "") + ": ";
    int file = in.varint(of + "file", Integer.MAX_VALUE);
    long base = in.varint("base");
    long left = 0;
    long dictionary = in.varint("dictionary: raw bytes · 4 + codec + 1 (0 = none)");
    if (dictionary > 0) {
      long offset = base + in.zigzag("its offset from the base");
      long length = in.varint("its bytes");
      left +=
          keep(
              new Stored(
                  file,
                  g,
                  node,
                  -1,
                  offset,
                  length,
                  (dictionary - 1) >> 2,
                  (int) ((dictionary - 1) & 3)),
              most,
              out);
    }
    long at = base;
    for (int p = 0; p < pages; p++) {
      at += in.zigzag("page " + p + ": gap");
      long length = in.varint("bytes");
      long raw = in.varint("raw bytes · 4 + codec");
      if (repeated) {
        in.varint("values");
      }
      left += keep(new Stored(file, g, node, p, at, length, raw >> 2, (int) (raw & 3)), most, out);
      at += length;
    }
    return left;
  }

  private static int keep(Stored page, int most, List<Stored> out) {
    if (out.size() >= most) {
      return 1;
    }
    out.add(page);
    return 0;
  }

  static void statistics(FieldReader in, Footer.Root root, List<Footer.Node> nodes) {
    for (int g = -1; g < root.rowGroups().size(); g++) {
      for (int n = 0; n < nodes.size(); n++) {
        String node = nodes.size() > 1 ? ", node " + n : "";
        entry(in, (g < 0 ? "file" : "row group " + g) + node, nodes.get(n));
      }
    }
    in.end("the statistics");
  }

  static void pageStatistics(FieldReader in, Footer.Root root, List<Footer.Node> nodes) {
    for (int g = 0; g < root.rowGroups().size(); g++) {
      long pages = root.rowGroups().get(g).pages();
      for (int n = 0; n < nodes.size() && pages > 1; n++) {
        for (long p = 0; p < pages; p++) {
          String node = nodes.size() > 1 ? ", node " + n : "";
          entry(in, "row group " + g + node + ", page " + p, nodes.get(n));
        }
      }
    }
    in.end("the page statistics");
  }

  private static void entry(FieldReader in, String of, Footer.Node node) {
    int flags = in.u8(of + ": flags (1 min, 2 max, 4 and 8 exact, 16 distinct, 32 NaN)");
    in.varint("nulls");
    if ((flags & NAN) != 0) {
      in.varint("NaN");
    }
    if ((flags & DISTINCT) != 0) {
      in.varint("distinct values");
    }
    if ((flags & MIN) != 0) {
      bound(in, "min", node);
    }
    if ((flags & MAX) != 0) {
      bound(in, "max", node);
    }
  }

  private static void bound(FieldReader in, String name, Footer.Node node) {
    switch (kind(node.kind())) {
      case BOOLEAN -> in.u8(name);
      case INT8, INT16, INT32, INT64, DATE, TIMESTAMP, TIMESTAMP_NTZ -> in.zigzag(name);
      case FLOAT, DOUBLE -> in.bits64(name);
      case DECIMAL -> {
        if (node.precision() <= LONG_DECIMAL_DIGITS) {
          in.zigzag(name + " (unscaled)");
        } else {
          in.bytes(name + " (unscaled)", 16);
        }
      }
      case STRING -> in.string(name);
      case BINARY -> in.bytes(name, in.varint("length of " + name, in.remaining()));
      default -> throw new MalformedDataException("a nested type has no bounds");
    }
  }

  private static TypeKind kind(int id) {
    for (TypeKind k : TypeKind.values()) {
      if (k.id() == id) {
        return k;
      }
    }
    throw new MalformedDataException("type " + id + " is unknown");
  }
}
