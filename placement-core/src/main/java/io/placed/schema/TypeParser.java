package io.placed.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Recursive descent parser of the text form of types and schemas. */
final class TypeParser {
  /** Deeper types are rejected: recursion over them must not exhaust the stack. */
  static final int MAX_DEPTH = 100;

  private final String text;
  private int pos;
  private int depth;

  TypeParser(String text) {
    this.text = text;
  }

  static String quote(String name) {
    boolean plain = !Character.isDigit(name.charAt(0));
    for (int i = 0; i < name.length() && plain; i++) {
      char c = name.charAt(i);
      plain = Character.isLetterOrDigit(c) || c == '_';
    }
    return plain ? name : "`" + name.replace("`", "``") + "`";
  }

  Type wholeType() {
    Type type = type();
    end();
    return type;
  }

  List<Field> wholeFields() {
    List<Field> fields = new ArrayList<>();
    skipSpace();
    if (pos < text.length()) {
      fields.add(field());
      while (accept(',')) {
        fields.add(field());
      }
    }
    end();
    return fields;
  }

  private Field field() {
    String name = name();
    int id = accept('#') ? number() : 0;
    expect(':');
    Type type = type();
    boolean nullable = true;
    skipSpace();
    if (text.startsWith("not null", pos)) {
      pos += "not null".length();
      nullable = false;
    }
    return new Field(id, name, type, nullable);
  }

  private Type type() {
    if (++depth > MAX_DEPTH) {
      throw error("types may be nested at most " + MAX_DEPTH + " levels deep");
    }
    int start = pos;
    String word = name().toLowerCase(Locale.ROOT);
    Type type;
    switch (word) {
      case "decimal" -> {
        expect('(');
        int precision = number();
        expect(',');
        int scale = number();
        expect(')');
        type = new DecimalType(precision, scale);
      }
      case "struct" -> {
        List<Field> fields = new ArrayList<>();
        expect('<');
        if (!accept('>')) {
          do {
            fields.add(field());
          } while (accept(','));
          expect('>');
        }
        type = new StructType(fields);
      }
      case "list" -> {
        expect('<');
        type = new ListType(fieldOrType("element", true));
        expect('>');
      }
      case "map" -> {
        expect('<');
        Field key = fieldOrType("key", false);
        expect(',');
        type = new MapType(key, fieldOrType("value", true));
        expect('>');
      }
      default -> type = primitive(word, start);
    }
    depth--;
    return type;
  }

  /** {@code list<int32>} is short for {@code list<element: int32>}. */
  private Field fieldOrType(String name, boolean nullable) {
    int start = pos;
    String word = name();
    boolean named = accept('#') || accept(':');
    pos = start;
    if (named && !word.isEmpty()) {
      return field();
    }
    return new Field(0, name, type(), nullable);
  }

  private Type primitive(String word, int start) {
    for (TypeKind kind : TypeKind.values()) {
      if (kind.storage() != null
          && kind.storage() != Storage.LENGTHS
          && kind.storage() != Storage.NONE
          && kind.text().equals(word)) {
        return new PrimitiveType(kind);
      }
    }
    pos = start;
    throw error(
        "unknown type '"
            + word
            + "'; allowed are boolean, int8, int16, int32, int64, float, double, decimal(p,s),"
            + " string, binary, date, timestamp, timestamp_ntz, struct<…>, list<…>, map<…>");
  }

  private String name() {
    skipSpace();
    StringBuilder out = new StringBuilder();
    if (pos < text.length() && text.charAt(pos) == '`') {
      for (pos++; ; pos++) {
        if (pos >= text.length()) {
          throw error("the closing ` of a name is missing");
        }
        char c = text.charAt(pos);
        if (c != '`') {
          out.append(c);
        } else if (pos + 1 < text.length() && text.charAt(pos + 1) == '`') {
          out.append('`');
          pos++;
        } else {
          pos++;
          break;
        }
      }
    } else {
      while (pos < text.length() && isPlain(text.charAt(pos))) {
        out.append(text.charAt(pos++));
      }
    }
    if (out.length() == 0) {
      throw error("a name is missing");
    }
    return out.toString();
  }

  /**
   * Whether a name has the character as it is. One that this version of Unicode does not know may
   * be a letter in that of the writer.
   */
  private static boolean isPlain(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || Character.getType(c) == Character.UNASSIGNED;
  }

  private int number() {
    skipSpace();
    int start = pos;
    while (pos < text.length() && Character.isDigit(text.charAt(pos))) {
      pos++;
    }
    if (start == pos || pos - start > 9) {
      throw error("a number is missing");
    }
    return Integer.parseInt(text.substring(start, pos));
  }

  private boolean accept(char c) {
    skipSpace();
    if (pos < text.length() && text.charAt(pos) == c) {
      pos++;
      return true;
    }
    return false;
  }

  private void expect(char c) {
    if (!accept(c)) {
      throw error("'" + c + "' is missing");
    }
  }

  private void end() {
    skipSpace();
    if (pos < text.length()) {
      throw error("unexpected text after the end of the type or schema");
    }
  }

  private void skipSpace() {
    while (pos < text.length() && Character.isWhitespace(text.charAt(pos))) {
      pos++;
    }
  }

  private IllegalArgumentException error(String what) {
    return new IllegalArgumentException(
        "type '" + text + "' at character " + (pos + 1) + ": " + what);
  }
}
