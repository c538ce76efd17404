package io.placed.table.file;

import io.placed.io.Machine;
import io.placed.write.pack.SiblingNames;
import java.util.regex.Pattern;

/**
 * Names of files that are visible only if a snapshot lists them: {@code <commit>-<task>.placed}.
 */
public final class ManagedName {
  public static final String SUFFIX = ".placed";

  /** The directory of a table's log. */
  public static final String LOG_DIRECTORY = "_placed";

  private static final Pattern DELETES = Pattern.compile("[0-9a-f]{32}-[0-9a-f]{8}\\.bin");

  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{32}");
  private static final Pattern TASK = Pattern.compile("[A-Za-z0-9_-]{1,150}");

  private ManagedName() {}

  /** The id of a new commit: 32 hexadecimal digits, unique. */
  public static String newCommit(Machine machine) {
    return machine.newId().toString().replace("-", "");
  }

  /** 8 hexadecimal digits that tell the files of several attempts of a commit apart. */
  public static String newAttempt(Machine machine) {
    return newCommit(machine).substring(0, 8);
  }

  public static String of(String commitId, String task) {
    if (!TASK.matcher(task).matches()) {
      throw new IllegalArgumentException(
          "the label of a task must be 1 to 150 letters, digits, _ or -, found '" + task + "'");
    }
    return commitId + "-" + task + SUFFIX;
  }

  /** The commit that a file of this name belongs to; null if it is not a managed name. */
  public static String commitOf(String anyName) {
    String tableFile = SiblingNames.tableFileOf(anyName);
    String name = tableFile == null ? anyName : tableFile;
    if (name.length() < 41 || name.charAt(32) != '-' || !name.endsWith(SUFFIX)) {
      return null;
    }
    String commit = name.substring(0, 32);
    String task = name.substring(33, name.length() - SUFFIX.length());
    return isCommitId(commit) && TASK.matcher(task).matches() ? commit : null;
  }

  /** The same for a file in the directory of a log. */
  public static String commitOfLogFile(String name) {
    return DELETES.matcher(name).matches() ? name.substring(0, 32) : commitOf(name);
  }

  /** The commit of a temporary file that is to become a managed file; null if it is not one. */
  public static String commitOfTemporary(String name) {
    if (!name.startsWith(".") || !name.endsWith(".tmp")) {
      return null;
    }
    int start = name.startsWith("._") ? 2 : 1; // a sibling
    if (name.length() <= start + 32 || name.charAt(start + 32) != '-') {
      return null;
    }
    String commit = name.substring(start, start + 32);
    return isCommitId(commit) ? commit : null;
  }

  public static boolean isCommitId(String text) {
    return COMMIT.matcher(text).matches();
  }
}
