package io.placed.cli;

import io.placed.cli.store.Moment;
import io.placed.cli.store.TableFiles;
import io.placed.encoding.DerivationPrice;
import io.placed.encoding.SchemeCost;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.text.Table;
import io.placed.write.ChoiceReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The output of {@code placed inspect --why}, for the first file of a table. */
record Why(String path, String file, ChoiceReport report) {
  private static final int MAX_WIDTH = 40;

  /**
   * Evaluates the candidate encodings again.
   *
   * @param names columns, null = all
   */
  static Why of(FileStores stores, String path, Moment moment, List<String> names)
      throws IOException {
    TableFiles files = new TableFiles(stores, path, moment);
    for (DataFile f : files.files()) {
      try (FileReader reader = FileReader.open(files.input(f), new IoCounters())) {
        Schema columns = names == null ? reader.schema() : stored(files, f, reader, names);
        return new Why(path, reader.path(), ChoiceReport.of(reader, columns));
      }
    }
    return new Why(path, "", null);
  }

  /** The given columns of the table that are in the file, by their names there. */
  private static Schema stored(TableFiles files, DataFile f, FileReader reader, List<String> names)
      throws IOException {
    List<String> inFile = new ArrayList<>();
    for (String name : names) {
      files.snapshot().schema().require(name);
      String stored = ReadRequest.nameInFile(f.names(), name, true);
      if (stored != null && reader.find(stored, true) != null) {
        inFile.add(stored);
      }
    }
    return reader.schema(inFile);
  }

  String text() {
    if (report == null) {
      return path + ": no files\n";
    }
    StringBuilder out = new StringBuilder();
    out.append(
        "%s: profile %s, %s ns per byte, compression %s%n"
            .formatted(
                path,
                report.profile().text(),
                report.profile().nanosPerByte(),
                report.compression()));
    out.append("  Candidate encodings of the first page in ")
        .append(file)
        .append(", evaluated again as for\n");
    out.append(
        "  the write. Cost = bytes x ns per byte + decode ns; * = chosen, z = also"
            + " compressed.\n\n");
    Table table =
        Table.of("column", "type", "", "encoding", ">bytes/value", ">decode ns", ">cost ns", "");
    table.maxWidth(MAX_WIDTH);
    for (ChoiceReport.NodeChoice n : report.nodes()) {
      if (n.considered().isEmpty()) {
        table.add(n.name(), n.type(), "", "smallest bitmap, or none", "", "", "", "");
      }
      boolean first = true;
      if (n.derived()) {
        derived(n, table);
        first = false;
      }
      for (SchemeCost s : n.considered()) {
        table.add(
            first ? n.name() : "",
            first ? n.type() : "",
            s.chosen() && !n.derived() ? "*" : "",
            s.scheme(),
            number(s.bytesPerValue()),
            number(s.decodeNanosPerValue()),
            number(s.costPerValue()),
            s.compressed() ? "z" : "");
        first = false;
      }
    }
    return out.append(table).toString();
  }

  /** The residuals, and the price of reading the parents with them. */
  private static void derived(ChoiceReport.NodeChoice n, Table table) {
    DerivationPrice.Comparison price = n.price();
    if (price == null || price.residual() == null) {
      table.add(n.name(), n.type(), "*", n.stored(), "", "", "", "");
      return;
    }
    DerivationPrice r = price.residual();
    table.add(n.name(), n.type(), "*", n.stored(), number(r.bytes()), "", number(r.nanos()), "");
    DerivationPrice p = price.parents();
    table.add("", "", "", "its parents", number(p.bytes()), "", number(p.nanos()), "");
  }

  /** The JSON document; only path and file of a table without files. */
  record Document(
      String path,
      String file,
      Optional<String> profile,
      Optional<Double> nanosPerByte,
      Optional<String> compression,
      Optional<List<ColumnJson>> columns) {}

  private record ColumnJson(
      String name,
      String type,
      long values,
      Optional<String> stored,
      Optional<PriceJson> residual,
      Optional<PriceJson> parents,
      List<SchemeJson> considered) {}

  /** Of a derived column's residuals or parents. */
  private record PriceJson(double bytesPerValue, double costPerValue) {
    static PriceJson of(DerivationPrice price) {
      return new PriceJson(price.bytes(), price.nanos());
    }
  }

  private record SchemeJson(
      String encoding,
      double bytesPerValue,
      double decodeNanosPerValue,
      double costPerValue,
      boolean compressed,
      boolean chosen) {}

  Document json() {
    Optional<ChoiceReport> r = Optional.ofNullable(report);
    return new Document(
        path,
        file,
        r.map(c -> c.profile().text()),
        r.map(c -> c.profile().nanosPerByte()),
        r.map(c -> c.compression().toString()),
        r.map(c -> c.nodes().stream().map(Why::column).toList()));
  }

  private static ColumnJson column(ChoiceReport.NodeChoice n) {
    return new ColumnJson(
        n.name(),
        n.type(),
        n.values(),
        Optional.of(n.stored()).filter(s -> !s.isEmpty()),
        Optional.ofNullable(n.price()).map(DerivationPrice.Comparison::residual).map(PriceJson::of),
        Optional.ofNullable(n.price()).map(DerivationPrice.Comparison::parents).map(PriceJson::of),
        n.considered().stream()
            .map(
                s ->
                    new SchemeJson(
                        s.scheme(),
                        s.bytesPerValue(),
                        s.decodeNanosPerValue(),
                        s.costPerValue(),
                        s.compressed(),
                        s.chosen() && !n.derived()))
            .toList());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
