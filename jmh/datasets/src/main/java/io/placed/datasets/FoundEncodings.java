package io.placed.datasets;

import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.Derivation.Function;
import io.placed.io.IoCounters;
import io.placed.scan.FileReader;
import io.placed.schema.Field;
import io.placed.table.DataSet;
import io.placed.table.file.DataFile;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which encodings, and which functions of derived columns, occur in the files of tables. */
public final class FoundEncodings {
  /** The names of docs/spec/encodings.md. */
  private static final List<String> ALL =
      List.of(
          "plain",
          "constant",
          "runs",
          "for",
          "delta",
          "divided",
          "alp",
          "alprd",
          "narrow",
          "split",
          "entropy",
          "frequent",
          "pagedict",
          "dict",
          "fsst",
          "front",
          "bitmap",
          "sparse");

  private static final Pattern NAME = Pattern.compile("[a-z]+");

  /** Of a file; others seldom have other encodings. */
  private static final int ROW_GROUPS = 3;

  private final Set<String> names = new TreeSet<>();
  private final Set<Function> functions = EnumSet.noneOf(Function.class);
  private final Set<String> seen = new HashSet<>();
  private int derivedColumns;

  /** Adds those of the files of the latest snapshot, unless they were added before. */
  public void add(DataSet table) throws IOException {
    for (DataFile f : table.current().files()) {
      if (f.rows() > 0 && seen.add(table.pathOf(f))) {
        try (FileReader file = FileReader.open(table.input(f), new IoCounters())) {
          add(file);
        }
      }
    }
  }

  private void add(FileReader file) throws IOException {
    int rowGroups = Math.min(ROW_GROUPS, file.rowGroups().size());
    for (Field field : file.schema().fields()) {
      Derivation derivation = file.derivation(field.name());
      boolean derived = false;
      for (int g = 0; g < rowGroups; g++) {
        String text = file.encoding(g, 0, field.name());
        if (derivation != null && text.contains(derivation.toString())) {
          derived = true;
          text = text.replace(derivation.toString(), "");
        }
        NAME.matcher(text).results().map(MatchResult::group).forEach(names::add);
      }
      if (derived) {
        functions.add(derivation.function());
        derivedColumns++;
      }
    }
  }

  /** Number of derived columns of all files. */
  public int derivedColumns() {
    return derivedColumns;
  }

  /** The encodings and functions that do not occur, of those that are not excused. */
  public Set<String> missing(Set<String> excused) {
    Set<String> out = new TreeSet<>(ALL);
    out.removeAll(names);
    for (Function f : Function.values()) {
      if (!functions.contains(f)) {
        out.add(f.toString());
      }
    }
    out.removeAll(excused);
    return out;
  }

  @Override
  public String toString() {
    return names.stream().filter(ALL::contains).collect(Collectors.joining(", "))
        + "; functions: "
        + functions;
  }
}
