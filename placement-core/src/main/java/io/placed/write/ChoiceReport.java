package io.placed.write;

import io.placed.compression.Compression;
import io.placed.encoding.DerivationPrice;
import io.placed.encoding.EncodingOptions;
import io.placed.encoding.EncodingReasons;
import io.placed.encoding.Profile;
import io.placed.encoding.SchemeCost;
import io.placed.encoding.derived.Derivation;
import io.placed.format.v1.Node;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import io.placed.vector.Column;
import io.placed.write.encode.ColumnChunks;
import io.placed.write.encode.CompressionTrial;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Explains the choice of encodings of a file. Files do not store it: the first page of the first
 * row group is decoded, and the choice is repeated with the profile and compression in the file's
 * metadata.
 *
 * @param profile of the file
 * @param compression that the writer tried on encoded pages
 * @param nodes in the order of the schema; empty if the file is row-major or has no rows
 */
public record ChoiceReport(Profile profile, Compression compression, List<NodeChoice> nodes) {

  /**
   * One node of a column.
   *
   * @param name of the column and the nested fields down to the node, separated by dots
   * @param type of its values
   * @param values number of values of the page
   * @param stored the encoding in the file; for a nested column that of all nodes, and empty for
   *     its nested nodes
   * @param considered candidates, the cheapest first; empty for bitmaps, which take their smallest
   *     form
   * @param price of the derivation; null if the column has none
   */
  public record NodeChoice(
      String name,
      String type,
      int values,
      String stored,
      List<SchemeCost> considered,
      DerivationPrice.Comparison price) {

    /**
     * Whether the page stores residuals of a derived column; the candidates are then those for the
     * column by itself.
     */
    public boolean derived() {
      return stored.startsWith("derived(");
    }
  }

  /**
   * Repeats the choice of encodings.
   *
   * @param columns of the file's schema
   */
  public static ChoiceReport of(FileReader file, Schema columns) throws IOException {
    Map<String, String> metadata = file.metadata();
    Profile profile = Profile.BALANCED;
    Compression compression = Compression.DEFAULT;
    try {
      profile = Profile.parse(metadata.getOrDefault(WriteOptions.PROFILE_KEY, profile.text()));
      String codec = metadata.get(WriteOptions.COMPRESSION_KEY);
      compression = codec == null ? compression : Compression.parse(codec);
    } catch (IllegalArgumentException e) {
      throw new IOException(file.path() + ": unsupported value in the metadata: " + e.getMessage());
    }
    List<NodeChoice> nodes = new ArrayList<>();
    if (!file.layout().rowMajor() && !file.rowGroups().isEmpty()) {
      int vectors = (file.rowGroups().get(0).pageRows() + 1023) / 1024;
      ReadRequest request =
          ReadRequest.all()
              .withColumns(withParents(file, columns))
              .withRowGroups(0, 1)
              .withBatchRows(Math.max(1, vectors) * 1024);
      try (CompressionTrial trial = CompressionTrial.of(compression);
          BatchReader reader = file.read(request)) {
        EncodingOptions options = EncodingOptions.of(profile, trial.compressor());
        if (reader.next()) {
          for (int c = 0; c < columns.size(); c++) {
            add(file, columns, c, reader.batch(), options, nodes);
          }
        }
      }
    }
    return new ChoiceReport(profile, compression, List.copyOf(nodes));
  }

  /** The columns, and after them their parents that are not among them. */
  private static Schema withParents(FileReader file, Schema columns) throws IOException {
    List<Field> fields = new ArrayList<>(columns.fields());
    Set<String> names = new HashSet<>();
    fields.forEach(f -> names.add(f.name()));
    for (Field f : columns.fields()) {
      Derivation d = file.derivation(f.name());
      if (d != null) {
        for (Derivation.Parent p : d.parents()) {
          if (names.add(p.name())) {
            fields.add(file.schema().require(p.name()));
          }
        }
      }
    }
    return Schema.of(fields);
  }

  private static DerivationPrice.Comparison price(
      FileReader file, String column, Batch batch, EncodingOptions options) throws IOException {
    Derivation d = file.derivation(column);
    if (d == null) {
      return null;
    }
    List<Column> parents = new ArrayList<>();
    for (Derivation.Parent p : d.parents()) {
      parents.add(batch.column(batch.schema().indexOf(p.name())));
    }
    Column child = batch.column(batch.schema().indexOf(column));
    return DerivationPrice.Comparison.of(child, 0, batch.rows(), d, parents, options);
  }

  private static void add(
      FileReader file,
      Schema columns,
      int column,
      Batch batch,
      EncodingOptions options,
      List<NodeChoice> out)
      throws IOException {
    Field field = columns.field(column);
    String stored = file.encoding(0, 0, field.name());
    DerivationPrice.Comparison price = price(file, field.name(), batch, options);
    List<String> names = new ArrayList<>();
    names(field, "", names);
    List<Node> nodes = Node.of(field);
    ColumnChunks.walk(
        0,
        batch.column(column),
        0,
        batch.rows(),
        (node, values, from, count) ->
            out.add(
                new NodeChoice(
                    names.get(node),
                    nodes.get(node).field().type().toString(),
                    count,
                    node == 0 ? stored : "",
                    EncodingReasons.of(values, from, count, options),
                    node == 0 ? price : null)));
  }

  private static void names(Field field, String above, List<String> out) {
    String name = above.isEmpty() ? field.name() : above + "." + field.name();
    out.add(name);
    field.type().children().forEach(child -> names(child, name, out));
  }
}
