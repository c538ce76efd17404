package io.placed.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.placed.cli.store.Moment;
import io.placed.cli.store.TableFiles;
import io.placed.cli.text.Table;
import io.placed.encoding.SchemeCost;
import io.placed.io.FileStores;
import io.placed.io.IoCounters;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.table.file.DataFile;
import io.placed.write.encode.ChoiceReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code placed inspect --why} prints of the first file of a table. */
record Why(String path, String file, ChoiceReport report) {
  private static final int MAX_WIDTH = 40;

  /**
   * Compares the encodings again.
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

  /** The columns of the table that the file has, as it has them. */
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
    out.append("  The encodings of the first page of ")
        .append(file)
        .append(", compared again as\n");
    out.append(
        "  when it was written. Cost = bytes x ns per byte + decode ns; z = compressed too.\n\n");
    Table table =
        Table.of("column", "type", "", "encoding", ">bytes/value", ">decode ns", ">cost ns", "");
    table.maxWidth(MAX_WIDTH);
    for (ChoiceReport.NodeChoice n : report.nodes()) {
      if (n.considered().isEmpty()) {
        table.add(n.name(), n.type(), "", "smallest bitmap or none", "", "", "", "");
      }
      boolean first = true;
      if (n.derived()) {
        table.add(n.name(), n.type(), "*", n.stored(), "", "", "", "");
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

  JsonObject json() {
    JsonObject root = new JsonObject();
    root.addProperty("path", path);
    root.addProperty("file", file);
    if (report == null) {
      return root;
    }
    root.addProperty("profile", report.profile().text());
    root.addProperty("nanosPerByte", report.profile().nanosPerByte());
    root.addProperty("compression", report.compression().toString());
    JsonArray columns = new JsonArray();
    for (ChoiceReport.NodeChoice n : report.nodes()) {
      JsonObject node = new JsonObject();
      node.addProperty("name", n.name());
      node.addProperty("type", n.type());
      node.addProperty("values", n.values());
      if (!n.stored().isEmpty()) {
        node.addProperty("stored", n.stored());
      }
      JsonArray considered = new JsonArray();
      for (SchemeCost s : n.considered()) {
        JsonObject scheme = new JsonObject();
        scheme.addProperty("encoding", s.scheme());
        scheme.addProperty("bytesPerValue", s.bytesPerValue());
        scheme.addProperty("decodeNanosPerValue", s.decodeNanosPerValue());
        scheme.addProperty("costPerValue", s.costPerValue());
        scheme.addProperty("compressed", s.compressed());
        scheme.addProperty("chosen", s.chosen() && !n.derived());
        considered.add(scheme);
      }
      node.add("considered", considered);
      columns.add(node);
    }
    root.add("columns", columns);
    return root;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
