package io.placed.cli.input;

import io.placed.cli.error.CliException;
import io.placed.cli.store.Environment;
import io.placed.cli.store.Moment;
import io.placed.cli.store.PlacedFormat;
import io.placed.formats.BatchSource;
import io.placed.formats.FileFormat;
import io.placed.formats.FilteredSource;
import io.placed.formats.MultiFileSource;
import io.placed.formats.csv.ColumnTypes;
import io.placed.formats.csv.CsvFormat;
import io.placed.formats.json.JsonLinesFormat;
import io.placed.formats.orc.OrcFormat;
import io.placed.formats.parquet.ParquetFormat;
import io.placed.io.FileInfo;
import io.placed.io.FileStore;
import io.placed.io.PathNames;
import io.placed.predicate.Predicate;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.table.discovery.ForeignFiles;
import io.placed.table.file.ManagedName;
import io.placed.table.file.RowIdColumns;
import io.placed.vector.Batch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The paths of the command line as one table: files, directories of files (with Hive-style
 * partition directories), and data sets.
 */
public final class Inputs {
  private record Found(String path, long length, Map<String, String> partition) {}

  private final Environment environment;
  private final FormatOptions options;
  private final Moment moment;
  private final String changes;
  private final boolean fewRows;
  private final List<Found> files = new ArrayList<>();
  private Format format;
  private FileFormat reader;
  private Schema schema;
  private List<String> partitionColumns = List.of();
  private Predicate filter;

  private Inputs(
      Environment environment,
      FormatOptions options,
      Moment moment,
      String changes,
      boolean fewRows) {
    this.environment = environment;
    this.options = options;
    this.moment = moment;
    this.changes = changes;
    this.fewRows = fewRows;
  }

  /**
   * @throws CliException if the paths do not form one table
   */
  public static Inputs of(Environment environment, List<String> paths, InputOptions options)
      throws IOException {
    return new Inputs(
            environment, options.formats, options.at.moment(), options.changes, options.fewRows)
        .at(paths);
  }

  /**
   * A state of one table.
   *
   * @throws CliException if there is no table
   */
  public static Inputs of(
      Environment environment, String path, FormatOptions options, Moment moment)
      throws IOException {
    return new Inputs(environment, options, moment, null, false).at(List.of(path));
  }

  private Inputs at(List<String> paths) throws IOException {
    for (String path : paths) {
      add(path);
    }
    resolve();
    return this;
  }

  private void add(String path) throws IOException {
    FileStore store = environment.forPath(path);
    FileInfo info = store.stat(path);
    if (!info.directory()) {
      addFile(new Found(path, info.length(), Map.of()));
      return;
    }
    boolean isPlaced =
        options.from == null
            ? store.exists(PathNames.join(path, ManagedName.LOG_DIRECTORY))
            : options.from == Format.PLACED;
    if (isPlaced) {
      addDataSet(path);
      return;
    }
    InputFiles inside = InputFiles.below(store, path);
    List<FileInfo> below = inside.files();
    if (options.from == null && isDataSet(below)) {
      addDataSet(path);
      return;
    }
    inside.requireNoLog();
    if (below.isEmpty()) {
      throw new CliException(path + ": not a table: the directory contains no files");
    }
    for (FileInfo f : below) {
      Map<String, String> partition = PathNames.partitionValues(inside.relative(f));
      addFile(new Found(f.path(), f.length(), partition));
    }
  }

  /** Its files are known, and listed if they have to be, when it is opened. */
  private void addDataSet(String path) {
    requireSame(path, Format.PLACED);
    files.add(new Found(path, 0, Map.of()));
  }

  /**
   * Whether files without a log are one data set. They must be of one format if any is named like a
   * Placed file: a data set does not show the others.
   */
  private boolean isDataSet(List<FileInfo> below) throws IOException {
    List<FileInfo> files = below.stream().filter(f -> f.length() > 0).toList();
    FileInfo placed = null;
    FileInfo other = null;
    for (FileInfo f : below) {
      Format named = Format.ofName(f.path());
      if (named == Format.PLACED) {
        placed = placed == null ? f : placed;
      } else if (named != null && f.length() > 0) {
        other = other == null ? f : other;
      }
    }
    if (placed != null && other != null) {
      throw differ(other.path(), Format.ofName(other.path()), placed.path(), Format.PLACED);
    }
    return placed != null || areOfEngines(files);
  }

  /** Whether all are Placed files with names that Hive and Spark give, which say no format. */
  private boolean areOfEngines(List<FileInfo> files) throws IOException {
    for (FileInfo f : files) {
      if (!ForeignFiles.mayBePlaced(f) || Format.of(environment, f.path()) != Format.PLACED) {
        return false;
      }
    }
    return !files.isEmpty();
  }

  private void addFile(Found file) throws IOException {
    Format its = options.from != null ? options.from : Format.of(environment, file.path());
    requireSame(file.path(), its);
    files.add(file);
  }

  private void requireSame(String path, Format its) {
    if (format == null) {
      format = its;
    } else if (format != its) {
      throw differ(path, its, files.get(0).path(), format);
    }
  }

  private static CliException differ(String path, Format its, String other, Format others) {
    return new CliException(
        "%s is %s but %s is %s: all inputs must have the same format"
            .formatted(path, its.text(), other, others.text()));
  }

  private void resolve() throws IOException {
    reader =
        switch (format) {
          case CSV -> new CsvFormat(environment, options.csv(), options.schema);
          case JSON -> new JsonLinesFormat(environment, options.schema);
          case PARQUET -> new ParquetFormat(environment);
          case ORC -> new OrcFormat(environment::configuration);
          case PLACED -> new PlacedFormat(environment, moment, changes, fewRows);
        };
    if (!moment.isNow() && format != Format.PLACED) {
      throw new CliException(
          "--snapshot and --as-of are supported for data sets only; the input is " + format.text());
    }
    if (changes != null && format != Format.PLACED) {
      throw new CliException(
          "--changes is supported for data sets only; the input is " + format.text());
    }
    if (changes != null && !moment.isNow()) {
      throw new CliException(
          "--changes reads what changed between snapshots, --snapshot and --as-of read a state;"
              + " one of them is allowed");
    }
    schema = reader.schema(files.stream().map(Found::path).toList());
    Set<String> names = new LinkedHashSet<>();
    files.forEach(f -> names.addAll(f.partition().keySet()));
    partitionColumns = List.copyOf(names);
    List<Field> fields = new ArrayList<>(schema.fields());
    for (String name : partitionColumns) {
      if (schema.indexOf(name) >= 0) {
        throw new CliException(
            "column '%s' is both in the files and in the names of partition directories"
                .formatted(name));
      }
      List<String> texts = new ArrayList<>();
      files.forEach(f -> texts.add(f.partition().get(name)));
      fields.add(Field.of(name, ColumnTypes.of(texts)));
    }
    if (!partitionColumns.isEmpty()) {
      schema = Schema.of(fields);
    }
  }

  /** The same for a command with one input. */
  public void requireUsed(boolean toCsv) {
    requireUsed(options, toCsv, List.of(this));
  }

  /**
   * Objects to options of formats that nothing uses; of several inputs, one has to.
   *
   * @param toCsv whether the output is CSV
   * @throws IllegalArgumentException that names the option
   */
  public static void requireUsed(FormatOptions options, boolean toCsv, Collection<Inputs> inputs) {
    Set<Format> found = EnumSet.noneOf(Format.class);
    inputs.forEach(i -> found.add(i.format));
    String option = options.csvOption();
    if (option != null && !toCsv && !found.contains(Format.CSV)) {
      throw unused(option, "CSV", found);
    }
    if (options.schema != null && !found.contains(Format.CSV) && !found.contains(Format.JSON)) {
      throw unused("--schema", "CSV and JSON", found);
    }
  }

  private static IllegalArgumentException unused(String option, String of, Set<Format> found) {
    String inputs = found.stream().map(Format::text).collect(Collectors.joining(" and "));
    return new IllegalArgumentException(
        option
            + " is supported for "
            + of
            + " only; "
            + (found.isEmpty() ? "there is no input" : "the input is " + inputs));
  }

  public Format format() {
    return format;
  }

  public Schema schema() {
    return schema;
  }

  /** Some columns, in this order; of data sets also the ids and versions of rows. */
  public Schema select(List<String> columns) {
    Schema all = format == Format.PLACED ? RowIdColumns.with(schema, columns) : schema;
    return all.select(columns);
  }

  /**
   * Rows by number, in the order asked: positions in a single file, row ids in a data set.
   *
   * @throws IllegalArgumentException that names a number which no row has
   */
  public Batch rows(Schema wanted, long[] numbers) throws IOException {
    if (!(reader instanceof PlacedFormat placed) || files.size() != 1) {
      throw new CliException("--row-numbers reads one file or data set in the placed format");
    }
    if (changes != null) {
      throw new CliException("--changes and --row-numbers are not allowed together");
    }
    return placed.rows(files.get(0).path(), wanted, numbers);
  }

  /** Bytes of all files; of a data set those of the snapshot that is read. */
  public long bytes() throws IOException {
    long sum = 0;
    for (Found f : files) {
      sum += bytes(f);
    }
    return sum;
  }

  private long bytes(Found file) throws IOException {
    return reader instanceof PlacedFormat placed ? placed.bytes(file.path()) : file.length();
  }

  /** Rows of all files; 0 if the number is unknown before they are read. */
  public long rows() {
    return Math.max(0, knownRows());
  }

  private long knownRows() {
    if (filter != null) {
      return -1;
    }
    long sum = 0;
    for (Found f : files) {
      long rows = reader.rows(f.path());
      if (rows < 0) {
        return -1;
      }
      sum += rows;
    }
    return sum;
  }

  /** The number of rows, which are read only if no footer or log says it. */
  public long count() throws IOException {
    long known = knownRows();
    if (known >= 0) {
      return known;
    }
    long count = 0;
    try (BatchSource source = open(Schema.of(List.of()))) {
      while (source.next()) {
        count += source.batch().rows();
      }
    }
    return count;
  }

  /**
   * From now on only rows for which a condition is true are returned.
   *
   * @throws IllegalArgumentException if it does not fit the columns
   */
  public void filter(Predicate condition) {
    Schema all = format == Format.PLACED ? RowIdColumns.with(schema, condition.columns()) : schema;
    condition.bind(all, true);
    filter = condition;
    if (reader instanceof PlacedFormat placed) {
      placed.filter(condition);
    }
  }

  public BatchSource open(Schema wanted) throws IOException {
    if (format == Format.PLACED) {
      return files(wanted);
    }
    Predicate condition = filter == null ? Predicate.alwaysTrue() : filter;
    Schema read = FilteredSource.read(schema, wanted, condition);
    boolean stored = read.fields().stream().anyMatch(f -> !partitionColumns.contains(f.name()));
    if (!stored) {
      // Partition values alone do not say how many rows there are.
      List<Field> more = new ArrayList<>(read.fields());
      more.add(schema.field(0));
      read = Schema.of(more);
    }
    return read.size() == wanted.size() && filter == null
        ? files(wanted)
        : new FilteredSource(files(read), condition, wanted);
  }

  private BatchSource files(Schema wanted) throws IOException {
    List<MultiFileSource.Part> parts = new ArrayList<>();
    for (Found f : files) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (String name : partitionColumns) {
        String text = f.partition().get(name);
        values.put(
            name, text == null ? null : ColumnTypes.parse(schema.require(name).type(), text));
      }
      parts.add(new MultiFileSource.Part(f.path(), bytes(f), new ArrayList<>(values.values())));
    }
    return new MultiFileSource(reader, parts, wanted, partitionColumns);
  }
}
