package io.placed.cli.raw;

import io.placed.encoding.derived.Derivation;
import io.placed.error.MalformedDataException;
import io.placed.format.v1.FormatV1;
import io.placed.schema.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The grammar of header, tail, root, metadata and buckets, as in docs/spec/file.md. */
final class Footer {
  /** Offset and length of a part; length 0 if there is none. */
  record Pointer(long offset, long length) {}

  record Sibling(String name, UUID fileId, long length) {}

  record RowGroup(long rows, long pageRows) {
    long pages() {
      return pageRows <= 0 ? 0 : (rows - 1) / pageRows + 1;
    }
  }

  /** A copy of the rows: how many column groups it has, and whether their pages are row-major. */
  record Copy(long groups, boolean rowMajor) {}

  record Root(
      Pointer metadata,
      List<Sibling> siblings,
      List<RowGroup> rowGroups,
      List<Copy> copies,
      List<Pointer> buckets) {
    boolean rowMajor(long group) {
      long before = 0;
      for (Copy c : copies) {
        before += c.groups;
        if (group < before) {
          return c.rowMajor;
        }
      }
      return false;
    }
  }

  /** A node of a column: its type, and whether its values are below a list or map. */
  record Node(int kind, int precision, boolean repeated) {}

  /**
   * Where one copy of a column is.
   *
   * @param part where its index is; null if that is in the record
   * @param pages of an index in the record
   * @param left number of pages that were not kept
   */
  record Place(long group, Pointer part, List<Entries.Stored> pages, long left) {}

  record Column(
      int ordinal,
      String name,
      List<Node> nodes,
      List<Place> places,
      Pointer statistics,
      Pointer pages) {}

  private static final int MAX_DEPTH = 100;

  private Footer() {}

  static UUID header(FieldReader in) {
    in.bytes("magic", FormatV1.MAGIC_BYTES);
    in.u16("version");
    in.u8("role (1 table file, 2 sibling)");
    in.u8("zero");
    return in.uuid("file id");
  }

  static Pointer tail(FieldReader in) {
    long offset = in.u64("offset of the root");
    long length = in.u32("length of the root");
    in.u64("length of the file");
    in.uuid("file id");
    in.u16("version");
    in.u8("role (1 table file, 2 sibling)");
    in.u8("zero");
    return new Pointer(offset, length);
  }

  static Root root(FieldReader in) {
    in.u64("rows");
    in.u32("columns");
    in.u32("nodes");
    in.string("created by");
    in.string("placement");
    Pointer metadata = pointer(in, "metadata");
    List<Sibling> siblings = new ArrayList<>();
    for (int n = in.count("siblings"); n > 0; n--) {
      String name = in.string("name of a sibling");
      UUID id = in.uuid("its file id");
      long length = in.u64("its length");
      in.bytes("crc of its bytes", FormatV1.CHECKSUM_BYTES);
      siblings.add(new Sibling(name, id, length));
    }
    List<RowGroup> rowGroups = new ArrayList<>();
    for (int n = in.count("row groups"); n > 0; n--) {
      String of = "row group " + rowGroups.size() + ": ";
      RowGroup group = new RowGroup(in.varint(of + "rows"), in.varint("rows of a page"));
      in.varint("offset");
      in.varint("bytes");
      rowGroups.add(group);
    }
    for (long b = 0, n = in.varint("blocks"); b < n; b++) {
      in.varint("block " + b + ": file");
      in.varint("offset");
      in.varint("bytes");
    }
    List<Copy> copies = new ArrayList<>();
    copies.add(copy(in, "column groups"));
    for (int n = in.count("further copies"); n > 0; n--) {
      copies.add(copy(in, "copy " + copies.size() + ": column groups"));
    }
    List<Pointer> buckets = new ArrayList<>();
    long at = in.u64("offset of the buckets");
    for (int n = in.count("buckets"); n > 0; n--) {
      long length = in.varint("bytes of bucket " + buckets.size());
      buckets.add(new Pointer(at, length));
      at += length;
    }
    in.end("the root");
    return new Root(metadata, siblings, rowGroups, copies, buckets);
  }

  private static Copy copy(FieldReader in, String name) {
    long groups = in.varint(name);
    in.varint("stride");
    return new Copy(groups, in.u8("layout (0 columnar, 1 row-major)") == FormatV1.LAYOUT_ROW_MAJOR);
  }

  static Pointer pointer(FieldReader in, String name) {
    return new Pointer(in.varint(name + ": offset"), in.varint(name + ": bytes (0 = none)"));
  }

  static void metadata(FieldReader in) {
    for (int n = in.count("keys"); n > 0; n--) {
      in.string("key");
      in.string("value");
    }
    in.end("the metadata");
  }

  /**
   * @param most number of pages to keep
   * @param out gets the records in turn, so that those before damage are known
   */
  static void bucket(FieldReader in, Root root, int most, List<Column> out) {
    for (int n = in.count("column records"); n > 0; n--) {
      out.add(column(in, root, most));
    }
    in.end("the bucket");
  }

  private static Column column(FieldReader in, Root root, int most) {
    int ordinal = in.varint("ordinal of the column", Integer.MAX_VALUE);
    long group = in.varint("column group");
    in.varint("position in the group");
    long count = in.varint("nodes");
    List<Node> nodes = new ArrayList<>();
    String name = node(in, false, 0, nodes);
    if (nodes.size() != count) {
      throw new MalformedDataException(
          "column " + name + " has " + nodes.size() + " nodes, expected " + count);
    }
    int flags = in.u8("flags (1 index follows, 2 derived, 4 copies)");
    List<Place> places = new ArrayList<>();
    places.add(place(in, group, (flags & 1) != 0, root, nodes, most));
    Pointer statistics = pointer(in, "statistics");
    Pointer pages = pointer(in, "page statistics");
    if ((flags & 2) != 0) {
      derivation(in);
    }
    if ((flags & 4) != 0) {
      in.varint("bytes in the first copy");
      long further = in.varint("further places");
      for (long i = 0; i < further && i < root.copies().size(); i++) {
        long its = in.varint("place " + (i + 1) + ": column group");
        in.varint("position in the group");
        in.varint("bytes");
        places.add(place(in, its, in.u8("index follows") == 1, root, nodes, most));
      }
    }
    return new Column(ordinal, name, nodes, places, statistics, pages);
  }

  private static Place place(
      FieldReader in, long group, boolean inline, Root root, List<Node> nodes, int most) {
    if (!inline) {
      return new Place(group, pointer(in, "index"), List.of(), 0);
    }
    int length = in.varint("bytes of the index", in.remaining());
    int end = in.position() + length;
    List<Entries.Stored> pages = new ArrayList<>();
    long left = Entries.index(in, root, root.rowMajor(group) ? null : nodes, most, pages);
    if (in.position() != end) {
      throw new MalformedDataException(
          "the index takes " + (in.position() - end + length) + " bytes, expected " + length);
    }
    return new Place(group, null, pages, left);
  }

  /** In pre-order; returns the name. */
  private static String node(FieldReader in, boolean repeated, int depth, List<Node> out) {
    if (depth > MAX_DEPTH) {
      throw new MalformedDataException("a type is nested too deeply");
    }
    String name = in.string("name");
    int kind = in.u8("kind of type");
    in.u8("flags (1 nullable)");
    in.varint("id of the field");
    int precision = 0;
    if (kind == TypeKind.DECIMAL.id()) {
      precision = in.u8("precision");
      in.u8("scale");
    }
    out.add(new Node(kind, precision, repeated));
    long children =
        kind == TypeKind.STRUCT.id()
            ? in.varint("fields")
            : kind == TypeKind.LIST.id() ? 1 : kind == TypeKind.MAP.id() ? 2 : 0;
    for (long i = 0; i < children; i++) {
      node(in, repeated || kind != TypeKind.STRUCT.id(), depth + 1, out);
    }
    return name;
  }

  private static void derivation(FieldReader in) {
    int function = in.u8("function of the derived column");
    in.varint("divisor");
    in.u8("scale");
    String parent = in.string("parent");
    in.u8("its scale");
    if (parents(function) == 2) {
      in.string("second parent of " + parent);
      in.u8("its scale");
    }
  }

  private static int parents(int function) {
    try {
      return Derivation.Function.fromId(function).parents();
    } catch (IllegalArgumentException e) {
      throw new MalformedDataException(e.getMessage(), e);
    }
  }
}
