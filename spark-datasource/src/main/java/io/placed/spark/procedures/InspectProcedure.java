package io.placed.spark.procedures;

import io.placed.scan.FileLayout;
import io.placed.spark.PlacedTables;
import io.placed.spark.version.TableCall.Parameter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code inspect(table, number)}: totals over files, by the stored names of columns. */
public final class InspectProcedure extends TableProcedure {
  private static final StructType RESULT =
      new StructType()
          .add("column", DataTypes.StringType, false)
          .add("type", DataTypes.StringType, false)
          .add("column_group", DataTypes.IntegerType, false)
          .add("files", DataTypes.IntegerType, false)
          .add("rows", DataTypes.LongType, false)
          .add("stored_bytes", DataTypes.LongType, false)
          .add("raw_bytes", DataTypes.LongType, false)
          .add("pages", DataTypes.LongType, false)
          .add("encodings", DataTypes.StringType, false)
          .add("compression", DataTypes.StringType, false);

  public InspectProcedure() {
    super(
        "inspect",
        "Shows sizes and encodings of the columns, in the largest files of a table",
        RESULT,
        new Parameter("number", DataTypes.IntegerType, "16"));
  }

  private static final class Sum {
    private FileLayout.ColumnLayout first;
    private int files;
    private long rows;
    private long stored;
    private long raw;
    private long pages;
    private final Set<String> encodings = new TreeSet<>();
    private final Set<String> codecs = new TreeSet<>();

    void add(FileLayout file, FileLayout.ColumnLayout c) {
      first = first == null ? c : first;
      files++;
      rows += file.rows();
      stored += c.storedBytes();
      raw += c.rawBytes();
      pages += c.pages();
      encodings.add(c.encodings());
      codecs.addAll(c.codecs());
    }

    Object[] row() {
      return new Object[] {
        UTF8String.fromString(first.name()),
        UTF8String.fromString(first.type().toString()),
        first.group(),
        files,
        rows,
        stored,
        raw,
        pages,
        UTF8String.fromString(String.join("; ", encodings)),
        UTF8String.fromString(String.join(", ", codecs))
      };
    }
  }

  @Override
  List<Object[]> rows(String path, Arguments in) throws IOException {
    Map<String, Sum> columns = new LinkedHashMap<>();
    for (FileLayout file :
        PlacedTables.layouts(SparkSession.active(), path, in.integer("number"))) {
      for (FileLayout.ColumnLayout c : file.columns()) {
        columns.computeIfAbsent(c.name(), n -> new Sum()).add(file, c);
      }
    }
    List<Object[]> rows = new ArrayList<>();
    columns.values().forEach(s -> rows.add(s.row()));
    return rows;
  }
}
