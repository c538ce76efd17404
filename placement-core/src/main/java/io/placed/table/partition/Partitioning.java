package io.placed.table.partition;

import com.google.gson.stream.JsonWriter;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.table.file.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The partition fields of a table, with ids. Each data file has values of its own fields, which are
 * those of the time when it was written. Immutable.
 *
 * @param fields by which new files are partitioned, in the order of the directories
 * @param former fields that files may have from before
 */
public record Partitioning(List<PartitionField> fields, List<PartitionField> former) {
  public static final Partitioning NONE = new Partitioning(List.of(), List.of());

  public Partitioning {
    fields = List.copyOf(fields);
    former = List.copyOf(former);
  }

  /** By columns as they are. */
  public static Partitioning ofColumns(Schema table, List<String> columns) {
    return new Partitioning(
        columns.stream().map(c -> PartitionField.ofColumn(table.require(c).id())).toList(),
        List.of());
  }

  /**
   * The fields for a specification. A field that the table has, or had, keeps its id and name.
   *
   * @param lastId the largest id that was ever given
   * @throws IllegalArgumentException if the table lacks a column, or its type does not go with the
   *     transform
   */
  public Partitioning changed(PartitionSpec spec, Schema table, int lastId) {
    spec.requireAllowed(table);
    List<PartitionField> known = all();
    List<PartitionField> next = new ArrayList<>();
    Set<String> names = new HashSet<>();
    table.fields().forEach(f -> names.add(lower(f.name())));
    known.forEach(f -> names.add(lower(f.name())));
    int id = lastId;
    for (PartitionTerm t : spec.terms()) {
      int source = table.require(t.column()).id();
      PartitionField field = null;
      for (PartitionField f : known) {
        field = f.source() == source && f.transform().equals(t.transform()) ? f : field;
      }
      if (field == null && t.transform().isIdentity()) {
        field = PartitionField.ofColumn(source);
      } else if (field == null) {
        field = new PartitionField(++id, freeName(t, names), source, t.transform());
      }
      names.add(lower(field.name()));
      next.add(field);
    }
    List<PartitionField> others = new ArrayList<>(known);
    others.removeAll(next);
    return new Partitioning(next, others);
  }

  private static String freeName(PartitionTerm term, Set<String> taken) {
    String name = term.defaultName();
    if (taken.contains(lower(name)) && term.transform().parameter() > 0) {
      name += "_" + term.transform().parameter();
    }
    String free = name;
    for (int i = 2; taken.contains(lower(free)); i++) {
      free = name + "_" + i;
    }
    return free;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /**
   * With the columns whose values some files have as former fields: copies of files of a table that
   * was partitioned by them before. Their values are texts, which only stay the same as long as the
   * type does.
   */
  public Partitioning withColumnsOf(List<DataFile> files, Schema table) {
    Set<Integer> known = new HashSet<>();
    all().stream().filter(PartitionField::isIdentity).forEach(f -> known.add(f.id()));
    List<PartitionField> more = new ArrayList<>(former);
    for (DataFile file : files) {
      for (String name : file.partition().keySet()) {
        int at = table.indexOf(name);
        if (at >= 0 && known.add(table.field(at).id())) {
          more.add(PartitionField.ofColumn(table.field(at).id()));
        }
      }
    }
    return more.size() == former.size() ? this : new Partitioning(fields, more);
  }

  /** With further columns, which are the same in all rows of a file. */
  public Partitioning plus(List<Field> columns) {
    List<PartitionField> more = new ArrayList<>(fields);
    columns.forEach(c -> more.add(PartitionField.ofColumn(c.id())));
    return new Partitioning(more, former);
  }

  /** Only the fields whose columns are there. */
  public Partitioning of(Schema columns) {
    return new Partitioning(
        fields.stream().filter(f -> f.sourceIn(columns) != null).toList(),
        former.stream().filter(f -> f.sourceIn(columns) != null).toList());
  }

  /** The fields of now and those of before. */
  public List<PartitionField> all() {
    List<PartitionField> all = new ArrayList<>(fields);
    all.addAll(former);
    return all;
  }

  /** The largest id of a field. */
  public int lastId() {
    return all().stream().mapToInt(PartitionField::id).max().orElse(0);
  }

  /** The keys in {@code DataFile.partition} of new files, in the order of the directories. */
  public List<String> names(Schema table) {
    return fields.stream().map(f -> f.nameIn(table)).toList();
  }

  /** Columns that are partition columns themselves, in the order of the directories. */
  public List<String> columns(Schema table) {
    return fields.stream().filter(PartitionField::isIdentity).map(f -> f.nameIn(table)).toList();
  }

  public boolean isPartitioned() {
    return !fields.isEmpty();
  }

  /** Whether some files may have values of other fields than columns. */
  public boolean hasTransforms() {
    return fields.stream().anyMatch(f -> !f.isIdentity())
        || former.stream().anyMatch(f -> !f.isIdentity());
  }

  /** A derived field, of now or of before; null if there is none of the name. */
  public PartitionField derived(String name) {
    for (PartitionField f : all()) {
      if (!f.isIdentity() && f.name().equals(name)) {
        return f;
      }
    }
    return null;
  }

  /** As somebody would ask for it. */
  public PartitionSpec spec(Schema table) {
    return new PartitionSpec(fields.stream().map(f -> f.termIn(table)).toList());
  }

  /**
   * Whether it is what a specification asks for.
   *
   * @param columns by whose names the specification calls the columns, with their ids
   */
  public boolean is(PartitionSpec spec, Schema columns) {
    boolean same = spec.terms().size() == fields.size();
    for (int i = 0; same && i < fields.size(); i++) {
      PartitionTerm t = spec.terms().get(i);
      int at = columns.indexOf(t.column());
      same =
          at >= 0
              && columns.field(at).id() == fields.get(i).source()
              && t.transform().equals(fields.get(i).transform());
    }
    return same;
  }

  /** Whether files with exactly these fields fit this table, whose fields may be others now. */
  public boolean knows(Partitioning other) {
    return new HashSet<>(all()).containsAll(other.fields());
  }

  /** The columns of the table, and those of the results of derived fields. */
  public Schema withResults(Schema table) {
    if (!hasTransforms()) {
      return table;
    }
    List<Field> columns = new ArrayList<>(table.fields());
    for (PartitionField f : all()) {
      if (!f.isIdentity() && f.sourceIn(table) != null) {
        columns.add(f.asColumn(table));
      }
    }
    return Schema.of(columns);
  }

  /**
   * The partitioning when the table's columns change.
   *
   * @return without former fields of columns that are dropped
   * @throws IllegalArgumentException if a field does not allow the change
   */
  public Partitioning in(Schema before, Schema after) {
    for (PartitionField f : all()) {
      Field was = f.sourceIn(before);
      Field is = f.sourceIn(after);
      if (is == null && fields.contains(f)) {
        throw new IllegalArgumentException(
            "column "
                + was.name()
                + " cannot be dropped: the table is partitioned by "
                + f.termIn(before)
                + "; change the partitioning first");
      }
      boolean texts = f.isIdentity() && former.contains(f);
      if (was != null
          && is != null
          && (texts
              ? !was.type().equals(is.type())
              : !f.transform().survives(was.type(), is.type()))) {
        throw new IllegalArgumentException(
            "the type of column "
                + is.name()
                + " cannot be changed from "
                + was.type()
                + " to "
                + is.type()
                + ": files are partitioned by "
                + f.termIn(before));
      }
    }
    return new Partitioning(
        fields, former.stream().filter(f -> f.sourceIn(after) != null).toList());
  }

  /**
   * @throws IllegalArgumentException if fields contradict each other or the columns
   */
  public void requireFits(Schema table) {
    Set<String> names = new HashSet<>();
    Set<Integer> ids = new HashSet<>();
    for (PartitionField f : all()) {
      Field column = f.sourceIn(table);
      if (column == null || !ids.add(f.id())) {
        throw new IllegalArgumentException("there is no column " + f.source() + " of field " + f);
      }
      f.transform().requireAllowed(column.name(), column.type());
      if (!f.isIdentity() && !names.add(lower(f.name()))) {
        throw new IllegalArgumentException("two partition fields have the name " + f.name());
      }
    }
    for (Field c : names.isEmpty() ? List.<Field>of() : table.fields()) {
      if (names.contains(lower(c.name()))) {
        throw new IllegalArgumentException(
            "a column cannot be called "
                + c.name()
                + ": files are partitioned by a field of that name");
      }
    }
  }

  /** Files whose fields have other names: keys of columns follow them. */
  public static Map<String, String> renamed(
      Map<String, String> partition, Map<String, String> newNames) {
    Map<String, String> renamed = new java.util.LinkedHashMap<>();
    partition.forEach((k, v) -> renamed.put(newNames.getOrDefault(k, k), v));
    return renamed;
  }

  /** Writes the fields of now, and of before, as values of two names. */
  public void write(JsonWriter out) throws IOException {
    write(out.name("partitioning"), fields);
    if (!former.isEmpty()) {
      write(out.name("formerPartitioning"), former);
    }
  }

  private static void write(JsonWriter out, List<PartitionField> fields) throws IOException {
    out.beginArray();
    for (PartitionField f : fields) {
      out.beginObject();
      if (!f.isIdentity()) {
        out.name("id").value(f.id()).name("name").value(f.name());
      }
      out.name("column").value(f.source());
      if (!f.isIdentity()) {
        out.name("transform").value(f.transform().toString());
      }
      out.endObject();
    }
    out.endArray();
  }

  /** One line; {@link #fromJson} reads it. */
  public String toJson() {
    return Json.write(
        out -> {
          out.beginObject();
          write(out);
          out.endObject();
        });
  }

  /**
   * @throws io.placed.error.MalformedDataException if the JSON is something else
   */
  public static Partitioning fromJson(String json) {
    return read(Json.parse(json, "partitioning"));
  }

  public static Partitioning read(Json in) {
    String former = "formerPartitioning";
    return new Partitioning(
        in.objects("partitioning", Partitioning::readField),
        in.has(former) ? in.objects(former, Partitioning::readField) : List.of());
  }

  private static PartitionField readField(Json in) {
    int source = in.integer("column");
    PartitionField field =
        !in.has("transform")
            ? PartitionField.ofColumn(source)
            : new PartitionField(
                in.integer("id"),
                Objects.requireNonNull(in.string("name")),
                source,
                PartitionTransform.parse(in.string("transform")));
    in.end();
    return field;
  }
}
