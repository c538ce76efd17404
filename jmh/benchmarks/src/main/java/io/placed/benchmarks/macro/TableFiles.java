package io.placed.benchmarks.macro;

import com.google.gson.Gson;
import io.placed.benchmarks.engine.BatchSums;
import io.placed.benchmarks.engine.Engines;
import io.placed.benchmarks.engine.Format;
import io.placed.benchmarks.engine.Loop;
import io.placed.benchmarks.engine.Query;
import io.placed.benchmarks.engine.SourceFile;
import io.placed.benchmarks.engine.Totals;
import io.placed.datasets.TableSpec;
import io.placed.datasets.Tables;
import io.placed.formats.BatchSource;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One table in every format, kept between runs. The rows are generated once; sums are taken from
 * the generator's own rows, not from a file.
 */
public final class TableFiles {
  private static final String DESCRIPTION = "table.json";

  private final Path directory;
  private final TableSpec spec;

  /** What table.json holds: sums as text, because JSON has no NaN. */
  private record Description(
      String schema, long rows, List<Long> counts, List<Long> longs, List<String> doubles) {}

  /** Receives the name and progress of what is being prepared. */
  public interface Listener {
    void at(String what, double fraction);
  }

  /**
   * @param data where all tables are kept
   */
  public TableFiles(Path data, TableSpec spec) throws IOException {
    this.spec = spec;
    this.directory = data.resolve(spec.directory());
  }

  /** The table, for people. */
  public String label() {
    return spec.label();
  }

  public Path file(Format format) {
    return directory.resolve(format.fileName());
  }

  /** Generates the table unless it is there, and writes the formats that are missing. */
  public void prepare(List<Format> formats, Listener listener) throws IOException {
    Files.createDirectories(directory);
    Path source = file(Engines.SOURCE);
    if (!Files.exists(source) || !Files.exists(directory.resolve(DESCRIPTION))) {
      generate(source, listener);
    }
    for (Format format : formats) {
      if (!Files.exists(file(format))) {
        String what = spec.label() + " as " + format.name();
        try (SourceFile rows = new SourceFile(source, schema())) {
          format.write(rows, file(format), spec.groupRows(), f -> listener.at(what, f));
        }
      }
    }
  }

  private void generate(Path source, Listener listener) throws IOException {
    try (BatchSource rows = Tables.open(spec)) {
      List<String> names = rows.schema().fields().stream().map(Field::name).toList();
      Totals totals = new Totals(names);
      BatchSource counting = new Counting(rows, totals);
      Files.deleteIfExists(source);
      Engines.SOURCE.write(
          counting, source, spec.groupRows(), f -> listener.at("generating " + spec.label(), f));
      Files.writeString(
          directory.resolve(DESCRIPTION), new Gson().toJson(description(rows.schema(), totals)));
    }
  }

  private static Description description(Schema schema, Totals t) {
    List<Integer> columns = java.util.stream.IntStream.range(0, schema.size()).boxed().toList();
    return new Description(
        schema.toString(),
        t.rows(),
        columns.stream().map(t::count).toList(),
        columns.stream().map(t::longSum).toList(),
        columns.stream().map(c -> Double.toString(t.doubleSum(c))).toList());
  }

  private Description description() throws IOException {
    return new Gson().fromJson(Files.readString(directory.resolve(DESCRIPTION)), Description.class);
  }

  public Schema schema() throws IOException {
    return Schema.parse(description().schema());
  }

  public long rows() throws IOException {
    return description().rows();
  }

  /** The expected sums. */
  public Totals totals() throws IOException {
    return totals(directory.resolve(DESCRIPTION));
  }

  /** The sum of products is one more column. */
  private static Schema schema(Query query, Totals totals) {
    List<Field> fields = new java.util.ArrayList<>(query.schema().fields());
    for (int c = fields.size(); c < totals.columns().size(); c++) {
      fields.add(Field.of(totals.columns().get(c), io.placed.schema.Type.parse("double")));
    }
    return Schema.of(fields);
  }

  private static Totals totals(Path file) throws IOException {
    Description d = new Gson().fromJson(Files.readString(file), Description.class);
    Totals out = new Totals(Schema.parse(d.schema()).fields().stream().map(Field::name).toList());
    out.addRows(d.rows());
    for (int i = 0; i < d.counts().size(); i++) {
      out.add(i, d.longs().get(i), d.counts().get(i));
      out.add(i, Double.parseDouble(d.doubles().get(i)), 0);
    }
    return out;
  }

  /** What every engine must find for a filtered query; taken from the source's rows, once. */
  public Totals filtered(Query query) throws IOException {
    String name =
        "expected-"
            + Integer.toHexString(
                (query.filters() + " " + query.columns() + query.product() + query.sample())
                    .hashCode());
    Path kept = directory.resolve(name + ".json");
    if (!Files.exists(kept)) {
      Totals totals = Engines.named(Engines.PLAIN).prepare(file(Engines.SOURCE), query).run();
      Files.writeString(kept, new Gson().toJson(description(schema(query, totals), totals)));
    }
    return totals(kept);
  }

  /** Sums the rows that pass. */
  private record Counting(BatchSource rows, Totals totals) implements BatchSource {
    @Override
    public Schema schema() {
      return rows.schema();
    }

    @Override
    public boolean next() throws IOException {
      boolean more = rows.next();
      if (more) {
        BatchSums.add(rows.batch(), totals, Loop.SIMPLE);
      }
      return more;
    }

    @Override
    public Batch batch() {
      return rows.batch();
    }

    @Override
    public double fraction() {
      return rows.fraction();
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }
  }
}
