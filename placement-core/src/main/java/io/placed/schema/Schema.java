package io.placed.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The columns of a table, in order. Every field, nested ones included, has an id that is unique in
 * the schema; fields without one get the next free id in pre-order. The text form round-trips:
 * {@code Schema.parse(s.toString()).equals(s)}.
 */
public final class Schema {
  /**
   * The largest id that is stored. Larger ones are those of columns that no file has, such as the
   * ids of rows.
   */
  public static final int MAX_STORED_ID = 999_999_999;

  private final List<Field> fields;
  private final Map<String, Integer> byName;

  private Schema(List<Field> fields) {
    this.fields = List.copyOf(fields);
    Field.requireDistinctNames(this.fields);
    this.byName = new HashMap<>(fields.size() * 2);
    for (int i = 0; i < fields.size(); i++) {
      byName.put(fields.get(i).name(), i);
    }
  }

  public static Schema of(Field... fields) {
    return of(List.of(fields));
  }

  /**
   * @throws IllegalArgumentException if two columns share a name or two fields share an id
   */
  public static Schema of(List<Field> fields) {
    return of(fields, 0);
  }

  /**
   * The same, without reusing the ids of dropped columns.
   *
   * @param last the largest id assigned before; new ids are larger
   */
  public static Schema of(List<Field> fields, int last) {
    Set<Integer> used = new HashSet<>();
    fields.forEach(f -> collectIds(f, used));
    int[] next = {last + 1};
    List<Field> withIds = new ArrayList<>(fields.size());
    for (Field f : fields) {
      withIds.add(assignIds(f, used, next));
    }
    return new Schema(withIds);
  }

  /**
   * Parses the text form: {@code id#1: int64 not null, name#2: string}. Ids are optional.
   *
   * @throws IllegalArgumentException naming what was found and where
   */
  public static Schema parse(String text) {
    return of(new TypeParser(text).wholeFields());
  }

  public List<Field> fields() {
    return fields;
  }

  public int size() {
    return fields.size();
  }

  public Field field(int index) {
    return fields.get(index);
  }

  /** Position of the column of exactly this name; -1 if there is none. */
  public int indexOf(String name) {
    return byName.getOrDefault(name, -1);
  }

  /**
   * Position of the column of this name, optionally ignoring case.
   *
   * @return empty if there is none
   * @throws IllegalArgumentException if case is ignored and several columns match
   */
  public Optional<Integer> find(String name, boolean caseSensitive) {
    int exact = indexOf(name);
    if (caseSensitive) {
      return exact < 0 ? Optional.empty() : Optional.of(exact);
    }
    int found = -1;
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(name)) {
        if (found >= 0) {
          throw new IllegalArgumentException(
              "column '"
                  + name
                  + "' is ambiguous: "
                  + fields.get(found).name()
                  + " and "
                  + fields.get(i).name()
                  + " differ only in case");
        }
        found = i;
      }
    }
    return found < 0 ? Optional.empty() : Optional.of(found);
  }

  /**
   * The column of this name.
   *
   * @throws IllegalArgumentException if there is none; the message lists the columns
   */
  public Field require(String name) {
    int i = indexOf(name);
    if (i < 0) {
      throw new IllegalArgumentException(
          "column '" + name + "' does not exist; the columns are " + shortNames());
    }
    return fields.get(i);
  }

  /** The named columns, in the order given, with their ids. */
  public Schema select(List<String> names) {
    List<Field> chosen = new ArrayList<>(names.size());
    for (String name : names) {
      chosen.add(require(name));
    }
    return new Schema(chosen);
  }

  /**
   * The schema with ids that can be stored: columns with larger ones, which are read but not
   * stored, become columns like others if their rows are written.
   *
   * @throws IllegalArgumentException if a nested field has a larger id
   */
  public Schema storable() {
    if (lastId() <= MAX_STORED_ID) {
      return this;
    }
    int last = Schema.of(fields.stream().filter(f -> f.id() <= MAX_STORED_ID).toList()).lastId();
    if (last > MAX_STORED_ID) {
      throw new IllegalArgumentException(
          "the id of a nested field is at most " + MAX_STORED_ID + ", found " + last);
    }
    return of(fields.stream().map(f -> f.id() > MAX_STORED_ID ? f.withId(0) : f).toList(), last);
  }

  /** The largest id of a field, nested ones included; 0 without fields. */
  public int lastId() {
    Set<Integer> used = new HashSet<>();
    fields.forEach(f -> collectIds(f, used));
    return used.stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  /** The first forty names, for error messages. */
  private String shortNames() {
    String some = fields.stream().limit(40).map(Field::name).collect(Collectors.joining(", "));
    return fields.size() > 40 ? some + ", … (" + fields.size() + " in total)" : some;
  }

  private static void collectIds(Field field, Set<Integer> used) {
    if (field.id() != 0 && !used.add(field.id())) {
      throw new IllegalArgumentException(
          "duplicate field id " + field.id() + ", found again at field " + field.name());
    }
    field.type().children().forEach(c -> collectIds(c, used));
  }

  private static Field assignIds(Field field, Set<Integer> used, int[] next) {
    int id = field.id();
    if (id == 0) {
      while (!used.add(next[0])) {
        next[0]++;
      }
      id = next[0];
    }
    Type type = field.type();
    if (type instanceof StructType s) {
      List<Field> children = new ArrayList<>();
      for (Field c : s.fields()) {
        children.add(assignIds(c, used, next));
      }
      type = new StructType(children);
    } else if (type instanceof ListType l) {
      type = new ListType(assignIds(l.element(), used, next));
    } else if (type instanceof MapType m) {
      Field key = assignIds(m.key(), used, next);
      type = new MapType(key, assignIds(m.value(), used, next));
    }
    return new Field(id, field.name(), type, field.nullable());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schema s && s.fields.equals(fields);
  }

  @Override
  public int hashCode() {
    return fields.hashCode();
  }

  @Override
  public String toString() {
    return fields.stream().map(Field::toString).collect(Collectors.joining(", "));
  }
}
