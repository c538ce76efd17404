package io.placed.format.v1;

import io.placed.bytes.ByteReader;
import io.placed.bytes.ByteWriter;
import io.placed.encoding.derived.Derivation;
import io.placed.error.MalformedDataException;
import io.placed.schema.DecimalType;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.PrimitiveType;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The record of a top-level column in the footer.
 *
 * @param ordinal position in the schema
 * @param group number of its column group
 * @param positionInGroup position among the columns of the group
 * @param index the column index if it is in the record, else null
 * @param indexPart the part with the column index otherwise
 * @param copies the place of the column in each copy of the table, including the first; empty if
 *     there is one copy
 * @param derivation the function of other columns that derived pages are relative to, or null
 */
public record ColumnRecord(
    int ordinal,
    int group,
    int positionInGroup,
    Field field,
    byte[] index,
    PartPointer indexPart,
    PartPointer statistics,
    PartPointer pageStatistics,
    Derivation derivation,
    List<ColumnPlace> copies) {

  /** Deeper types are rejected: reading them must not exhaust the stack. */
  public static final int MAX_DEPTH = 100;

  private static final int INLINE = 1;
  private static final int DERIVED = 2;
  private static final int COPIED = 4;

  /** Least encoded size of a node: an empty name, kind, flags and id. */
  static final int MIN_NODE_BYTES = 4;

  /** The place of the column in a copy. */
  public ColumnPlace place(int copy) {
    return copies.isEmpty()
        ? new ColumnPlace(group, positionInGroup, 0, index, indexPart)
        : copies.get(copy);
  }

  void write(ByteWriter out) {
    out.varint(ordinal).varint(group).varint(positionInGroup).varint(Node.count(field));
    writeNode(field, out);
    int flags = (derivation == null ? 0 : DERIVED) | (copies.isEmpty() ? 0 : COPIED);
    if (index != null) {
      out.u8(flags | INLINE).varint(index.length).bytes(index, 0, index.length);
    } else {
      out.u8(flags);
      indexPart.write(out);
    }
    statistics.write(out);
    pageStatistics.write(out);
    if (derivation != null) {
      DerivationCodec.write(derivation, out);
    }
    if (!copies.isEmpty()) {
      out.varint(copies.get(0).bytes()).varint(copies.size() - 1L);
      copies.subList(1, copies.size()).forEach(c -> c.write(out));
    }
  }

  static ColumnRecord read(ByteReader in) {
    int ordinal = in.varint("ordinal of a column", Integer.MAX_VALUE);
    int group = in.varint("number of a column group", Integer.MAX_VALUE);
    int position = in.varint("position in a column group", Integer.MAX_VALUE);
    int nodes = in.count("nodes of a column", MIN_NODE_BYTES);
    Field field = readField(in, 0);
    if (Node.count(field) != nodes) {
      throw new MalformedDataException(
          "column " + field.name() + " has " + Node.count(field) + " nodes, expected " + nodes);
    }
    byte[] index = null;
    PartPointer indexPart = PartPointer.NONE;
    int flags = in.u8();
    if ((flags & ~(INLINE | DERIVED | COPIED)) != 0) {
      throw new MalformedDataException("unknown flags in the record of a column: " + flags);
    }
    if ((flags & INLINE) != 0) {
      index = in.bytes(in.varint("length of a column index", in.remaining()));
    } else {
      indexPart = PartPointer.read(in);
    }
    PartPointer statistics = PartPointer.read(in);
    PartPointer pageStatistics = PartPointer.read(in);
    Derivation derivation = (flags & DERIVED) == 0 ? null : DerivationCodec.read(in);
    List<ColumnPlace> copies = new ArrayList<>();
    if ((flags & COPIED) != 0) {
      long bytes = in.varintLong("bytes of a column", Long.MAX_VALUE / 2);
      copies.add(new ColumnPlace(group, position, bytes, index, indexPart));
      int further = in.count("copies of a column", ColumnPlace.MIN_BYTES);
      for (int i = 0; i < further; i++) {
        copies.add(ColumnPlace.read(in));
      }
    }
    return new ColumnRecord(
        ordinal,
        group,
        position,
        field,
        index,
        indexPart,
        statistics,
        pageStatistics,
        derivation,
        copies);
  }

  private static void writeNode(Field field, ByteWriter out) {
    Type type = field.type();
    out.string(field.name()).u8(type.kind().id()).u8(field.nullable() ? 1 : 0).varint(field.id());
    if (type instanceof DecimalType d) {
      out.u8(d.precision()).u8(d.scale());
    } else if (type instanceof StructType s) {
      out.varint(s.fields().size());
    }
    type.children().forEach(c -> writeNode(c, out));
  }

  private static Field readField(ByteReader in, int depth) {
    if (depth > MAX_DEPTH) {
      throw new MalformedDataException("a type is nested more than " + MAX_DEPTH + " levels deep");
    }
    String name = in.string("a field name");
    TypeKind kind;
    int kindId = in.u8();
    int flags = in.u8();
    int id = in.varint("id of a field", Integer.MAX_VALUE);
    try {
      kind = TypeKind.fromId(kindId);
      Type type =
          switch (kind) {
            case DECIMAL -> new DecimalType(in.u8(), in.u8());
            case STRUCT -> {
              int count = in.count("struct fields", MIN_NODE_BYTES);
              List<Field> fields = new ArrayList<>();
              for (int i = 0; i < count; i++) {
                fields.add(readField(in, depth + 1));
              }
              yield new StructType(fields);
            }
            case LIST -> new ListType(readField(in, depth + 1));
            case MAP -> {
              Field key = readField(in, depth + 1);
              yield new MapType(key, readField(in, depth + 1));
            }
            default -> new PrimitiveType(kind);
          };
      if ((flags & ~1) != 0) {
        throw new MalformedDataException("unknown flags of field " + name + ": " + flags);
      }
      return new Field(id, name, type, (flags & 1) != 0);
    } catch (IllegalArgumentException e) {
      throw new MalformedDataException(e.getMessage(), e);
    }
  }

  /** The bytes of a bucket without its checksum. */
  public static byte[] writeBucket(List<ColumnRecord> records) {
    ByteWriter out = new ByteWriter(records.size() * 64 + 16);
    out.varint(records.size());
    records.forEach(r -> r.write(out));
    return out.toBytes();
  }

  /** Reads a bucket without its checksum. */
  public static List<ColumnRecord> readBucket(byte[] bytes, int offset, int length) {
    ByteReader in = new ByteReader(bytes, offset, length);
    int count = in.count("columns of a bucket", 8);
    List<ColumnRecord> out = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      out.add(read(in));
    }
    in.end("a bucket");
    return out;
  }
}
