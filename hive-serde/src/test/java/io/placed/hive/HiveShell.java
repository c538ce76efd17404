package io.placed.hive;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A Hive for another process, whose class path may contain another engine. Reads statements from
 * standard input and returns results on standard output, in lines of Base64. The result of each
 * statement is {@code ROWS} with the number of rows, followed by the rows, or {@code ERROR} with
 * the message.
 *
 * <p>If HiveServer2 is on the class path, it runs in this process and is called through JDBC;
 * otherwise only Hive's compiler is used.
 */
public final class HiveShell {
  private HiveShell() {}

  /** Runs statements. */
  interface Statements extends AutoCloseable {
    /** Rows as lines, with columns separated by tabs. */
    List<String> run(String sql) throws Exception;
  }

  public static void main(String[] args) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err); // keeps output of Hive and Tez out of the answers
    try (Statements hive = open()) {
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      answers.println("READY");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        answer(hive, decode(line), answers);
      }
    }
    System.exit(0);
  }

  private static Statements open() throws Exception {
    if (JdbcHive.isPossible()) {
      return new JdbcHive();
    }
    EmbeddedHive hive = EmbeddedHive.start(EmbeddedHive.Engine.TEZ);
    return new Statements() {
      @Override
      public List<String> run(String sql) {
        return hive.run(sql);
      }

      @Override
      public void close() throws Exception {
        hive.close();
      }
    };
  }

  private static void answer(Statements hive, String sql, PrintStream answers) {
    List<String> rows;
    try {
      rows = hive.run(sql);
    } catch (Exception e) {
      answers.println("ERROR " + encode(String.valueOf(e.getMessage())));
      return;
    }
    answers.println("ROWS " + rows.size());
    rows.forEach(r -> answers.println(encode(r)));
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(String line) {
    return new String(Base64.getDecoder().decode(line), StandardCharsets.UTF_8);
  }
}
