package io.placed.formats;

import io.placed.io.ParallelReads;
import io.placed.schema.Field;
import io.placed.schema.ListType;
import io.placed.schema.MapType;
import io.placed.schema.Schema;
import io.placed.schema.StructType;
import io.placed.schema.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Merges the schemas of files. */
public final class Schemas {
  private Schemas() {}

  /**
   * The columns of several files, which are read at once: those of the first, if all others have
   * the same.
   *
   * @param paths at least one
   * @throws FormatException naming the file that has others, or is not readable
   */
  public static Schema merge(List<String> paths, ParallelReads.Read<String, Schema> read)
      throws IOException {
    List<Schema> all =
        ParallelReads.all(
            paths,
            path -> {
              try {
                return read.of(path);
              } catch (FormatException e) {
                throw e.getMessage().contains(path)
                    ? e
                    : new FormatException(path + ": " + e.getMessage(), e);
              }
            });
    Schema schema = all.get(0);
    for (int k = 1; k < all.size(); k++) {
      schema = merge(paths.get(0), schema, paths.get(k), all.get(k));
    }
    return schema;
  }

  /**
   * The common schema of two files; a field that is nullable in one is nullable.
   *
   * @throws FormatException if names, order or types differ
   */
  public static Schema merge(String firstPath, Schema first, String path, Schema other) {
    if (first.size() != other.size()) {
      throw new FormatException(
          String.format(
              Locale.ROOT,
              "%s has %d columns, %s has %d: all files must have the same columns",
              path,
              other.size(),
              firstPath,
              first.size()));
    }
    List<Field> out = new ArrayList<>();
    for (int i = 0; i < first.size(); i++) {
      Field a = first.field(i);
      Field b = other.field(i);
      Field merged = mergeField(a, b);
      if (merged == null) {
        throw new FormatException(
            String.format(
                Locale.ROOT,
                "column %d is '%s' in %s but '%s' in %s: all files must have the same columns",
                i + 1,
                withoutIds(b),
                path,
                withoutIds(a),
                firstPath));
      }
      out.add(merged);
    }
    return Schema.of(out);
  }

  /** The same columns with new ids. */
  public static Schema withoutIds(Schema schema) {
    return Schema.of(schema.fields().stream().map(Schemas::withoutIds).toList());
  }

  /** The text form without ids. */
  public static String text(Schema schema) {
    List<String> parts = new ArrayList<>();
    schema.fields().forEach(f -> parts.add(withoutIds(f).toString()));
    return String.join(", ", parts);
  }

  public static Field withoutIds(Field f) {
    return new Field(0, f.name(), withoutIds(f.type()), f.nullable());
  }

  private static Type withoutIds(Type type) {
    if (type instanceof StructType s) {
      return new StructType(s.fields().stream().map(Schemas::withoutIds).toList());
    }
    if (type instanceof ListType l) {
      return new ListType(withoutIds(l.element()));
    }
    if (type instanceof MapType m) {
      return new MapType(withoutIds(m.key()), withoutIds(m.value()));
    }
    return type;
  }

  private static Field mergeField(Field a, Field b) {
    Type type = mergeType(a.type(), b.type());
    if (type == null || !a.name().equals(b.name())) {
      return null;
    }
    return new Field(0, a.name(), type, a.nullable() || b.nullable());
  }

  private static Type mergeType(Type a, Type b) {
    if (a.kind() != b.kind() || a.children().size() != b.children().size()) {
      return null;
    }
    List<Field> children = new ArrayList<>();
    for (int i = 0; i < a.children().size(); i++) {
      Field child = mergeField(a.children().get(i), b.children().get(i));
      if (child == null) {
        return null;
      }
      children.add(child);
    }
    return switch (a.kind()) {
      case STRUCT -> new StructType(children);
      case LIST -> new ListType(children.get(0));
      case MAP -> new MapType(children.get(0), children.get(1));
      default -> a.equals(b) ? a : null;
    };
  }
}
