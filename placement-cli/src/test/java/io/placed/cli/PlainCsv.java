package io.placed.cli;

import java.util.ArrayList;
import java.util.List;

/** A minimal RFC 4180 parser, independent of the tested code. */
final class PlainCsv {
  private PlainCsv() {}

  /** The records, the header first, without quotes. */
  static List<List<String>> parse(String text) {
    List<List<String>> records = new ArrayList<>();
    List<String> record = new ArrayList<>();
    StringBuilder value = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quoted) {
        if (c != '"') {
          value.append(c);
        } else if (i + 1 < text.length() && text.charAt(i + 1) == '"') {
          value.append(c);
          i++;
        } else {
          quoted = false;
        }
      } else if (c == '"') {
        quoted = true;
      } else if (c == ',' || c == '\n') {
        record.add(value.toString());
        value.setLength(0);
        if (c == '\n') {
          records.add(record);
          record = new ArrayList<>();
        }
      } else if (c != '\r') {
        value.append(c);
      }
    }
    if (value.length() > 0 || !record.isEmpty()) {
      record.add(value.toString());
      records.add(record);
    }
    return records;
  }
}
