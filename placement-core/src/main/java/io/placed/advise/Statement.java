package io.placed.advise;

/**
 * Something to run so that a table gets the advised placement.
 *
 * @param text without a semicolon at its end
 */
public record Statement(Language language, String text) {
  /** Where it is run. */
  public enum Language {
    /** A POSIX shell, with {@code placed} on its path. */
    SHELL,
    /** Spark SQL. */
    SQL
  }

  /** A command of a shell. */
  public static Statement shell(String text) {
    return new Statement(Language.SHELL, text);
  }

  /** A statement of Spark SQL. */
  public static Statement sql(String text) {
    return new Statement(Language.SQL, text);
  }

  /** As it is typed. */
  @Override
  public String toString() {
    return language == Language.SQL ? text + ";" : text;
  }
}
