package io.placed.stores;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.schema.Schema;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * A process that appends to a table: {@code Appender STORE PORT PATH NUMBER COMMITS}. It prints a
 * line for each append: {@code ADDED}, {@code UNKNOWN} or {@code FAILED}, and its number.
 */
final class Appender {
  static final int ROWS = 20;
  static final Schema SCHEMA = Schema.parse("writer: int32, commit: int32, row: int32");

  /** What a process says about an append. */
  enum Outcome {
    ADDED,
    /** All of its rows or none. */
    UNKNOWN,
    FAILED
  }

  private Appender() {}

  public static void main(String[] args) {
    int exit = 0;
    try {
      Configuration configuration = Store.valueOf(args[0]).configuration(Integer.parseInt(args[1]));
      int number = Integer.parseInt(args[3]);
      for (int commit = 0; commit < Integer.parseInt(args[4]); commit++) {
        System.out.println(tried(configuration, args[2], number, commit) + " " + commit);
      }
    } catch (RuntimeException e) {
      e.printStackTrace();
      exit = 1;
    }
    // Threads of ABFS would keep the process.
    System.exit(exit);
  }

  private static Outcome tried(Configuration configuration, String path, int writer, int commit) {
    try {
      append(configuration, path, writer, commit);
      return Outcome.ADDED;
    } catch (IOException e) {
      System.out.println(e);
      return String.valueOf(e.getMessage()).contains(" is unknown")
          ? Outcome.UNKNOWN
          : Outcome.FAILED;
    }
  }

  static void append(Configuration configuration, String path, int writer, int commit)
      throws IOException {
    try (TableWriter out = Placed.write(path, SCHEMA).hadoop(configuration).open()) {
      for (int row = 0; row < ROWS; row++) {
        out.write(writer, commit, row);
      }
      out.commit();
    }
  }
}
