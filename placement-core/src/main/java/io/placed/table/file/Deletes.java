package io.placed.table.file;

import com.google.gson.stream.JsonWriter;
import io.placed.error.MalformedDataException;
import io.placed.io.PathNames;
import java.io.IOException;
import java.io.Serializable;
import java.util.regex.Pattern;

/**
 * Where the deletion vector of a data file is: which of its rows are deleted.
 *
 * @param path of a file of deletion vectors, relative to the directory of the log
 * @param offset of the vector in it, in bytes
 * @param length of the vector, in bytes
 * @param rows number of deleted rows, at least one
 */
public record Deletes(String path, long offset, int length, long rows) implements Serializable {
  /** The directory of such files, in that of the log. */
  public static final String DIRECTORY = "deletes";

  private static final Pattern PATH =
      Pattern.compile(DIRECTORY + "/([0-9a-f]{32})-[0-9a-f]{8}\\.bin");

  public Deletes {
    // A damaged or hostile root must not lead out of the directory.
    if (!PATH.matcher(path).matches()) {
      throw new IllegalArgumentException("'" + path + "' is not a file of deletion vectors");
    }
    if (offset < 0 || length <= 0 || rows <= 0) {
      throw new IllegalArgumentException(
          path
              + ": a deletion vector needs an offset, a length and rows, found "
              + offset
              + ", "
              + length
              + " and "
              + rows);
    }
  }

  /** The path of the file relative to the table. */
  public String pathInTable() {
    return PathNames.join(ManagedName.LOG_DIRECTORY, path);
  }

  /** The commit that wrote it. */
  public String commitId() {
    return path.substring(DIRECTORY.length() + 1, DIRECTORY.length() + 33);
  }

  /** Tells the vector from all others of the table. */
  public String identity() {
    return path + ":" + offset;
  }

  public void write(JsonWriter out) throws IOException {
    out.beginObject();
    out.name("path").value(path);
    out.name("offset").value(offset);
    out.name("length").value(length);
    out.name("rows").value(rows);
    out.endObject();
  }

  /**
   * @throws MalformedDataException if the object is something else
   */
  public static Deletes read(Json in) {
    try {
      Deletes deletes =
          new Deletes(
              in.string("path"), in.number("offset"), in.integer("length"), in.number("rows"));
      in.end();
      return deletes;
    } catch (IllegalArgumentException e) {
      throw new MalformedDataException("deletion vector: " + e.getMessage(), e);
    }
  }
}
