package io.placed.io;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/** Paths as strings, separated by {@code /}, with an optional scheme. */
public final class PathNames {
  /** Directory value of a null or empty partition value, as Hive and Spark write it. */
  public static final String DEFAULT_PARTITION = "__HIVE_DEFAULT_PARTITION__";

  /** Characters that Hive and Spark escape in directory names, besides control characters. */
  private static final String ESCAPED = "\"#%'*/:=?\\{[]^\u007F";

  /** Bytes of a name that a temporary name contains: with the rest of it at most 255. */
  private static final int MAX_KEPT_BYTES = 200;

  private PathNames() {}

  /**
   * A new name for a file that gets its own name later; readers pass over hidden ones. Of a very
   * long name it has only the begin, because file systems allow 255 bytes.
   */
  public static String temporary(String name) {
    String kept = name;
    while (kept.getBytes(StandardCharsets.UTF_8).length > MAX_KEPT_BYTES) {
      kept = kept.substring(0, kept.offsetByCodePoints(kept.length(), -1));
    }
    return "." + kept + "." + UUID.randomUUID() + ".tmp";
  }

  /** Joins parts with single {@code /}; empty parts are omitted. */
  public static String join(String parent, String... children) {
    StringBuilder out = new StringBuilder(parent);
    for (String child : children) {
      int from = 0;
      while (from < child.length() && child.charAt(from) == '/' && out.length() > 0) {
        from++;
      }
      if (from == child.length()) {
        continue;
      }
      if (out.length() > 0 && out.charAt(out.length() - 1) != '/') {
        out.append('/');
      }
      out.append(child, from, child.length());
    }
    return out.toString();
  }

  /** The parent directory; empty for the root and for a single name. */
  public static String parent(String path) {
    String p = withoutTrailingSlash(path);
    int slash = p.lastIndexOf('/');
    int root = rootLength(p);
    if (p.length() <= root) {
      return "";
    }
    return slash < root ? p.substring(0, root) : p.substring(0, slash);
  }

  /** The last part of a path. */
  public static String name(String path) {
    String p = withoutTrailingSlash(path);
    int root = rootLength(p);
    return p.substring(Math.max(root, p.lastIndexOf('/') + 1));
  }

  /** The scheme in lower case, without the colon; empty if there is none. */
  public static String scheme(String path) {
    int colon = path.indexOf(':');
    if (colon < 1 || !isLetter(path.charAt(0))) {
      return "";
    }
    for (int i = 1; i < colon; i++) {
      char c = path.charAt(i);
      if (!isLetter(c) && !(c >= '0' && c <= '9') && "+-.".indexOf(c) < 0) {
        return "";
      }
    }
    return path.substring(0, colon).toLowerCase(Locale.ROOT);
  }

  /**
   * The rest of {@code path} below {@code root}; empty if they are the same.
   *
   * @throws IllegalArgumentException if it is not below it
   */
  public static String relativize(String root, String path) {
    String r = withoutTrailingSlash(root);
    String p = withoutTrailingSlash(path);
    if (p.equals(r)) {
      return "";
    }
    String prefix = r.endsWith("/") ? r : r + "/";
    if (!p.startsWith(prefix)) {
      throw new IllegalArgumentException(path + " is not below " + root);
    }
    return p.substring(prefix.length());
  }

  /** Whether engines ignore a file with this name: {@code _…} and {@code .…}. */
  public static boolean isHiddenFile(String name) {
    return name.startsWith("_") || name.startsWith(".");
  }

  /** Like {@link #isHiddenFile}, but {@code _column=value} is a partition, as in Spark. */
  public static boolean isHiddenDirectory(String name) {
    return name.startsWith(".") || name.startsWith("_") && name.indexOf('=') < 0;
  }

  /** Escapes a column name or value for a directory name. */
  public static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || ESCAPED.indexOf(c) >= 0) {
        out.append(String.format(Locale.ROOT, "%%%02X", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  /** Reverses {@link #escape}; a {@code %} without two hexadecimal digits is kept. */
  public static String unescape(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%' && i + 2 < text.length()) {
        int high = hex(text.charAt(i + 1));
        int low = hex(text.charAt(i + 2));
        if (high >= 0 && low >= 0) {
          out.append((char) (high << 4 | low));
          i += 2;
          continue;
        }
      }
      out.append(c);
    }
    return out.toString();
  }

  /** {@code a=1/b=x}: the directory of partition values, in the order of the map. */
  public static String partitionPath(Map<String, String> values) {
    StringBuilder out = new StringBuilder();
    values.forEach(
        (column, value) -> {
          out.append(out.length() == 0 ? "" : "/").append(escape(column)).append('=');
          out.append(value == null || value.isEmpty() ? DEFAULT_PARTITION : escape(value));
        });
    return out.toString();
  }

  /**
   * Partition values of a relative file path: every directory of the form {@code column=value}, in
   * order; null for {@link #DEFAULT_PARTITION}. If a column occurs twice the last value counts.
   */
  public static Map<String, String> partitionValues(String relativeFile) {
    Map<String, String> values = new LinkedHashMap<>();
    String[] parts = relativeFile.split("/");
    for (int i = 0; i < parts.length - 1; i++) {
      int equals = parts[i].indexOf('=');
      if (equals > 0) {
        String value = parts[i].substring(equals + 1);
        values.put(
            unescape(parts[i].substring(0, equals)),
            value.equals(DEFAULT_PARTITION) ? null : unescape(value));
      }
    }
    return values;
  }

  /** {@code A=X/b=Y} as {@code a=X/b=Y}: the directories that Hive makes. */
  public static String withLowerCaseColumns(String partitionPath) {
    StringBuilder out = new StringBuilder(partitionPath.length());
    boolean isName = true;
    for (int i = 0; i < partitionPath.length(); ) {
      int c = partitionPath.codePointAt(i);
      isName = c == '/' || isName && c != '=';
      out.appendCodePoint(isName ? Character.toLowerCase(c) : c);
      i += Character.charCount(c);
    }
    return out.toString();
  }

  private static String withoutTrailingSlash(String path) {
    int end = path.length();
    while (end > rootLength(path) && path.charAt(end - 1) == '/') {
      end--;
    }
    return path.substring(0, end);
  }

  /** Length of {@code /}, {@code hdfs://host/}, {@code file:/} or nothing. */
  private static int rootLength(String path) {
    String scheme = scheme(path);
    int at = scheme.isEmpty() ? 0 : scheme.length() + 1;
    if (path.startsWith("//", at)) {
      int slash = path.indexOf('/', at + 2);
      return slash < 0 ? path.length() : slash + 1;
    }
    return path.startsWith("/", at) ? at + 1 : at;
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static int hex(char c) {
    return c < 128 ? Character.digit(c, 16) : -1;
  }
}
