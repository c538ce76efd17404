package io.placed.scan.decode;

import io.placed.format.v1.Node;
import io.placed.format.v1.RowGroupEntry;
import io.placed.scan.fetch.PageFetcher;
import io.placed.scan.fetch.PartUser;
import io.placed.scan.footer.StoredColumn;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import io.placed.vector.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Builds the decoders of requested columns, and collects the readers of their parts. */
public final class DecoderBuilder {
  private final List<RowGroupEntry> rowGroups;
  private final PageFetcher fetcher;
  private final ReadRequest request;
  private final List<PartUser> users = new ArrayList<>();
  private final Map<Integer, GroupReader> groups = new HashMap<>();

  /** Parent columns of derived columns, with their decoders once built. */
  private final Map<StoredColumn, ParentDecoder> parents = new IdentityHashMap<>();

  /**
   * @param columns all columns to be decoded, including their parents
   */
  public DecoderBuilder(
      List<RowGroupEntry> rowGroups,
      PageFetcher fetcher,
      ReadRequest request,
      Collection<StoredColumn> columns) {
    this.rowGroups = rowGroups;
    this.fetcher = fetcher;
    this.request = request;
    for (StoredColumn c : columns) {
      c.parents().forEach(p -> parents.put(p, null));
    }
  }

  /** The readers of parts for the decoders built so far. */
  public List<PartUser> users() {
    return users;
  }

  /**
   * @param stored the column, or null if the file does not have it
   * @throws IllegalArgumentException if the stored type does not widen to the requested type
   */
  public ColumnDecoder build(StoredColumn stored, Field wanted) {
    String constant = request.constantName(wanted.name());
    if (constant != null) {
      return new ColumnDecoders.Constant(request.constants().get(constant));
    }
    Long first = request.counted().get(wanted.name());
    if (first != null) {
      return new RowCounter(first, rowGroups);
    }
    if (stored == null) {
      return missing(wanted);
    }
    if (stored.rowMajor()) {
      GroupReader group =
          groups.computeIfAbsent(
              stored.group(),
              g -> {
                GroupReader reader = new GroupReader(stored, rowGroups, fetcher);
                users.add(reader);
                return reader;
              });
      ColumnDecoder raw = new ColumnDecoders.RowMajor(group, stored.place().positionInGroup());
      return converted(wanted.name(), raw, stored.field().type(), wanted.type());
    }
    if (parents.containsKey(stored)) {
      return converted(wanted.name(), parent(stored), stored.field().type(), wanted.type());
    }
    if (!stored.parents().isEmpty()) {
      return converted(wanted.name(), leaf(stored), stored.field().type(), wanted.type());
    }
    return node(stored, 0, wanted.name(), wanted.type());
  }

  /** The shared decoder of a parent column. */
  private ParentDecoder parent(StoredColumn stored) {
    ParentDecoder known = parents.get(stored);
    if (known == null) {
      known = new ParentDecoder(leaf(stored), Column.of(stored.field().type()));
      parents.put(stored, known);
    }
    return known;
  }

  /** The decoder of a primitive column, possibly derived, in its stored type. */
  public ColumnDecoder leaf(StoredColumn stored) {
    NodeReader reader = new NodeReader(stored, stored.nodes().get(0), rowGroups, fetcher);
    users.add(reader);
    return new ColumnDecoders.Leaf(reader, stored.parents().stream().map(this::parent).toList());
  }

  private ColumnDecoder converted(String name, ColumnDecoder raw, Type stored, Type wanted) {
    return Type.sameShape(stored, wanted)
        ? raw
        : new ColumnDecoders.Converted(
            raw, stored, ColumnConverter.of(name, stored, wanted, request.ignoresFieldCase()));
  }

  private ColumnDecoder node(StoredColumn column, int number, String path, Type wanted) {
    Node node = column.nodes().get(number);
    Type stored = node.field().type();
    NodeReader reader = new NodeReader(column, node, rowGroups, fetcher);
    users.add(reader);
    if (!stored.isNested() || stored.kind() != wanted.kind()) {
      if (stored.isNested()) {
        ColumnConverter.requireWidening(path, stored, wanted);
      }
      return converted(path, new ColumnDecoders.Leaf(reader, List.of()), stored, wanted);
    }
    int[] childNodes = childNodes(node);
    List<ColumnDecoder> children = new ArrayList<>();
    if (wanted instanceof StructType struct) {
      for (Field field : struct.fields()) {
        int k =
            ColumnConverter.indexOf(
                stored.children(), struct.fields(), field.name(), request.ignoresFieldCase());
        children.add(
            k < 0
                ? missing(field)
                : node(column, childNodes[k], path + "." + field.name(), field.type()));
      }
      return new ColumnDecoders.Struct(reader, children);
    }
    for (int k = 0; k < childNodes.length; k++) {
      Field field = wanted.children().get(k);
      children.add(node(column, childNodes[k], path + "." + field.name(), field.type()));
    }
    return new ColumnDecoders.Repeated(reader, children, wanted, fetcher.memory());
  }

  private static int[] childNodes(Node node) {
    List<Field> fields = node.field().type().children();
    int[] numbers = new int[fields.size()];
    int next = node.number() + 1;
    for (int k = 0; k < numbers.length; k++) {
      numbers[k] = next;
      next += Node.count(fields.get(k));
    }
    return numbers;
  }

  private static ColumnDecoder missing(Field wanted) {
    if (!wanted.nullable()) {
      throw new IllegalArgumentException(
          "column " + wanted.name() + " is not nullable, but the file does not have it");
    }
    return new ColumnDecoders.Missing();
  }
}
