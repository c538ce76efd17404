package io.placed.scan.footer;

import io.placed.error.CorruptFileException;
import io.placed.error.MalformedDataException;
import io.placed.error.NotPlacedFileException;
import io.placed.format.v1.ColumnIndex;
import io.placed.format.v1.ColumnPlace;
import io.placed.format.v1.ColumnRecord;
import io.placed.format.v1.FileMetadata;
import io.placed.format.v1.FormatV1;
import io.placed.format.v1.Node;
import io.placed.format.v1.PartKind;
import io.placed.format.v1.PartPointer;
import io.placed.format.v1.Root;
import io.placed.format.v1.Tail;
import io.placed.io.IoCounters;
import io.placed.io.RandomInput;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The lazily read footer of an open file: opening takes one read (two for a long root), some
 * columns of a very wide file one more.
 */
public final class FileFooter {
  /** Page statistics of a column up to this size are fetched speculatively. */
  private static final int MAX_EARLY_BYTES = 8 * 1024;

  private final String path;
  private final PartReader parts;
  private final Tail tail;
  private final Root root;
  private final long[] bucketOffsets;

  /** Whether each copy of the table is row-major. */
  private final boolean[] rowMajor;

  private final Map<Integer, List<StoredColumn>> buckets = new HashMap<>();

  /** Shared indexes of row-major groups, by column group. */
  private final Map<Integer, ColumnIndex> sharedIndexes = new HashMap<>();

  private StoredColumn[] byOrdinal;
  private Schema schema;

  public FileFooter(String path, RandomInput input, long length, IoCounters counters)
      throws IOException {
    this.path = path;
    if (length < FormatV1.HEADER_BYTES + FormatV1.TAIL_BYTES) {
      throw new NotPlacedFileException(
          path,
          "not a Placed file: "
              + length
              + " bytes are too few (empty, truncated, or another format)");
    }
    parts = new PartReader(path, input, length, counters);
    int end = (int) Math.min(length, FormatV1.TAIL_READ_BYTES);
    byte[] last = parts.keep(length - end, end);
    tail = Tail.read(path, length, last, end, FormatV1.ROLE_TABLE);
    counters.addNeeded(FormatV1.TAIL_BYTES);
    parts.fileId(tail.fileId());
    root =
        parts.read(
            PartKind.ROOT,
            new PartPointer(tail.rootOffset(), tail.rootLength()),
            FormatV1.NONE,
            FormatV1.NONE,
            FormatV1.NONE,
            Root::read);
    rowMajor = new boolean[root.copies().size() + 1];
    rowMajor[0] = root.layout() == FormatV1.LAYOUT_ROW_MAJOR;
    for (int c = 1; c < rowMajor.length; c++) {
      rowMajor[c] = root.copies().get(c - 1).layout() == FormatV1.LAYOUT_ROW_MAJOR;
    }
    bucketOffsets = new long[root.bucketLengths().length];
    long at = root.bucketsOffset();
    for (int b = 0; b < bucketOffsets.length; b++) {
      bucketOffsets[b] = at;
      at += root.bucketLengths()[b];
    }
  }

  public Tail tail() {
    return tail;
  }

  public Root root() {
    return root;
  }

  public PartReader parts() {
    return parts;
  }

  /** Number of copies of the table. */
  public int copies() {
    return rowMajor.length;
  }

  /** Whether the columns of a group share pages in the first copy. */
  public boolean rowMajor() {
    return rowMajor[0];
  }

  /** Whether they do in any copy. */
  public boolean anyRowMajor() {
    for (boolean r : rowMajor) {
      if (r) {
        return true;
      }
    }
    return false;
  }

  public Map<String, String> metadata() throws IOException {
    return root.metadata().length() == 0
        ? Map.of()
        : parts.read(
            PartKind.METADATA,
            root.metadata(),
            FormatV1.NONE,
            FormatV1.NONE,
            FormatV1.NONE,
            FileMetadata::read);
  }

  /** All columns, by ordinal. */
  public List<StoredColumn> columns() throws IOException {
    if (byOrdinal == null) {
      List<PartPointer> wanted = new ArrayList<>();
      for (int b = 0; b < bucketOffsets.length; b++) {
        wanted.add(bucketPart(b));
      }
      parts.prefetch(wanted);
      StoredColumn[] all = new StoredColumn[root.columns()];
      int nodes = 0;
      for (int b = 0; b < bucketOffsets.length; b++) {
        for (StoredColumn c : bucket(b)) {
          int ordinal = c.record().ordinal();
          if (ordinal >= all.length || all[ordinal] != null) {
            throw corruptFooter(
                "column ordinal "
                    + ordinal
                    + " occurs twice or is not below the number of columns, "
                    + all.length);
          }
          all[ordinal] = c;
          nodes += c.nodes().size();
        }
      }
      if (Arrays.asList(all).contains(null) || nodes != root.nodes()) {
        throw corruptFooter(
            "the footer does not have records of all "
                + all.length
                + " columns or "
                + root.nodes()
                + " nodes");
      }
      byOrdinal = all;
    }
    return Arrays.asList(byOrdinal);
  }

  public Schema schema() throws IOException {
    if (schema == null) {
      schema = schemaOf(columns());
    }
    return schema;
  }

  /**
   * The columns with these names, without reading the others.
   *
   * @throws IllegalArgumentException if a column does not exist; the message lists the columns
   */
  public Schema schema(List<String> names) throws IOException {
    prefetch(names);
    List<StoredColumn> found = new ArrayList<>();
    for (String name : names) {
      StoredColumn column = find(name, true);
      if (column == null) {
        schema().require(name);
      }
      found.add(column);
    }
    return schemaOf(found);
  }

  private Schema schemaOf(List<StoredColumn> columns) throws IOException {
    List<Field> fields = new ArrayList<>();
    for (StoredColumn c : columns) {
      fields.add(c.field());
    }
    try {
      return Schema.of(fields);
    } catch (IllegalArgumentException e) {
      throw corruptFooter(e.getMessage());
    }
  }

  /** Prefetches the records of these columns, so that {@link #find} takes no further read. */
  public void prefetch(Collection<String> names) throws IOException {
    if (bucketOffsets.length == 0) {
      return;
    }
    Set<Integer> wanted = new LinkedHashSet<>();
    for (String name : names) {
      wanted.add(Root.bucketOf(name, bucketOffsets.length));
    }
    parts.prefetch(
        wanted.stream().filter(b -> !buckets.containsKey(b)).map(this::bucketPart).toList());
  }

  /** The column of a request; null if the file does not have it. */
  public StoredColumn find(ReadRequest request, String column) throws IOException {
    return find(column, request.names(), request.caseSensitive());
  }

  /**
   * The column of a table in this file; null if the file does not have it.
   *
   * @param names as {@link ReadRequest#names}
   * @throws IllegalArgumentException if case is ignored and several match
   */
  public StoredColumn find(String column, Map<String, String> names, boolean caseSensitive)
      throws IOException {
    String key = ReadRequest.keyOf(names, column, caseSensitive);
    if (key != null) {
      String name = names.get(key);
      return name == null ? null : find(name, true); // As the file has it.
    }
    return find(column, caseSensitive, other -> !ReadRequest.hides(names, other));
  }

  /**
   * The column with this name, or null.
   *
   * @throws IllegalArgumentException if case is ignored and several match
   */
  public StoredColumn find(String name, boolean caseSensitive) throws IOException {
    return find(name, caseSensitive, other -> true);
  }

  /**
   * @param inOtherCase which columns may be meant if their name differs from the wanted one in case
   */
  private StoredColumn find(String name, boolean caseSensitive, Predicate<String> inOtherCase)
      throws IOException {
    if (bucketOffsets.length == 0) {
      return null;
    }
    StoredColumn found =
        find(bucket(Root.bucketOf(name, bucketOffsets.length)), name, caseSensitive, inOtherCase);
    return found == null && !isAscii(name) && bucketOffsets.length > 1
        ? find(columns(), name, caseSensitive, inOtherCase)
        : found;
  }

  private StoredColumn find(
      List<StoredColumn> columns,
      String name,
      boolean caseSensitive,
      Predicate<String> inOtherCase) {
    StoredColumn found = null;
    for (StoredColumn c : columns) {
      String other = c.field().name();
      if (other.equals(name)) {
        if (caseSensitive) {
          return c;
        }
      } else if (caseSensitive || !other.equalsIgnoreCase(name) || !inOtherCase.test(other)) {
        continue;
      }
      if (found != null) {
        throw new IllegalArgumentException(
            path
                + ": column '"
                + name
                + "' is ambiguous: "
                + found.field().name()
                + " and "
                + other
                + " differ only in case");
      }
      found = c;
    }
    return found;
  }

  /**
   * Prefetches the metadata that a scan of these columns needs, together.
   *
   * @param filtered the columns whose statistics are needed
   */
  public void prefetch(Collection<StoredColumn> columns, Collection<StoredColumn> filtered)
      throws IOException {
    List<PartPointer> wanted = new ArrayList<>();
    for (StoredColumn c : columns) {
      wanted.add(c.hasIndex() ? PartPointer.NONE : c.place().indexPart());
    }
    for (StoredColumn c : filtered) {
      wanted.add(c.record().statistics());
      // A longer part is read only if the statistics of row groups do not suffice.
      if (c.record().pageStatistics().length() <= MAX_EARLY_BYTES) {
        wanted.add(c.record().pageStatistics());
      }
    }
    parts.prefetch(wanted);
  }

  /** Reads the indexes of these columns in few requests. */
  public void loadIndexes(Collection<StoredColumn> columns) throws IOException {
    parts.prefetch(
        columns.stream().filter(c -> !c.hasIndex()).map(c -> c.place().indexPart()).toList());
    for (StoredColumn c : columns) {
      if (!c.hasIndex()) {
        c.index(readIndex(c));
      }
    }
  }

  private ColumnIndex readIndex(StoredColumn c) throws IOException {
    ColumnPlace place = c.place();
    boolean[] repeated = new boolean[c.chunks()];
    if (!c.rowMajor()) {
      for (Node n : c.nodes()) {
        repeated[n.number()] = n.repeated();
      }
    }
    int files = root.siblings().size() + 1;
    byte[] inline = place.index();
    if (inline != null) {
      try {
        return ColumnIndex.read(inline, 0, inline.length, root.rowGroups(), repeated, files);
      } catch (MalformedDataException e) {
        throw corruptFooter("index of column " + c.field().name() + ": " + e.getMessage());
      }
    }
    ColumnIndex known = c.rowMajor() ? sharedIndexes.get(place.group()) : null;
    if (known != null) {
      return known;
    }
    ColumnIndex index =
        parts.read(
            PartKind.COLUMN_INDEX,
            place.indexPart(),
            FormatV1.NONE,
            c.rowMajor() ? place.group() : c.record().ordinal(),
            FormatV1.NONE,
            (bytes, offset, length) ->
                ColumnIndex.read(bytes, offset, length, root.rowGroups(), repeated, files));
    if (c.rowMajor()) {
      sharedIndexes.put(place.group(), index);
    }
    return index;
  }

  public PartPointer bucketPart(int bucket) {
    return new PartPointer(bucketOffsets[bucket], root.bucketLengths()[bucket]);
  }

  private List<StoredColumn> bucket(int b) throws IOException {
    List<StoredColumn> columns = buckets.get(b);
    if (columns == null) {
      List<ColumnRecord> records =
          parts.read(
              PartKind.BUCKET,
              bucketPart(b),
              FormatV1.NONE,
              b,
              FormatV1.NONE,
              ColumnRecord::readBucket);
      for (ColumnRecord record : records) {
        if (Math.max(1, record.copies().size()) != copies()) {
          throw corruptFooter(
              "the record of column '"
                  + record.field().name()
                  + "' does not have all "
                  + copies()
                  + " copies");
        }
      }
      columns = records.stream().map(record -> StoredColumn.of(record, rowMajor)).toList();
      for (StoredColumn c : columns) {
        // Lookups by name would not find a column in the wrong bucket. What other letters than
        // those of ASCII are in lower case depends on the writer's version of Unicode, that of its
        // JDK.
        String name = c.field().name();
        if (isAscii(name) && Root.bucketOf(name, bucketOffsets.length) != b) {
          throw corruptFooter(
              "column '"
                  + name
                  + "' is in bucket "
                  + b
                  + ", expected "
                  + Root.bucketOf(name, bucketOffsets.length));
        }
      }
      buckets.put(b, columns);
    }
    return columns;
  }

  private static boolean isAscii(String name) {
    return name.chars().allMatch(c -> c < 0x80);
  }

  public CorruptFileException corruptFooter(String detail) {
    return new CorruptFileException(path, tail.rootOffset(), detail);
  }
}
