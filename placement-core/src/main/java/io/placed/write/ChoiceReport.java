package io.placed.write;

import io.placed.compression.Compression;
import io.placed.encoding.EncodingOptions;
import io.placed.encoding.EncodingReasons;
import io.placed.encoding.Profile;
import io.placed.encoding.SchemeCost;
import io.placed.format.v1.Node;
import io.placed.scan.BatchReader;
import io.placed.scan.FileReader;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.write.encode.ColumnChunks;
import io.placed.write.encode.CompressionTrial;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
   */
  public record NodeChoice(
      String name, String type, int values, String stored, List<SchemeCost> considered) {

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
              .withColumns(columns)
              .withRowGroups(0, 1)
              .withBatchRows(Math.max(1, vectors) * 1024);
      try (CompressionTrial trial = CompressionTrial.of(compression);
          BatchReader reader = file.read(request)) {
        EncodingOptions options = EncodingOptions.of(profile, trial.compressor());
        if (reader.next()) {
          for (int c = 0; c < columns.size(); c++) {
            String stored = file.encoding(0, 0, columns.field(c).name());
            add(columns.field(c), stored, reader, c, options, nodes);
          }
        }
      }
    }
    return new ChoiceReport(profile, compression, List.copyOf(nodes));
  }

  private static void add(
      Field field,
      String stored,
      BatchReader reader,
      int column,
      EncodingOptions options,
      List<NodeChoice> out) {
    List<String> names = new ArrayList<>();
    names(field, "", names);
    List<Node> nodes = Node.of(field);
    ColumnChunks.walk(
        0,
        reader.batch().column(column),
        0,
        reader.batch().rows(),
        (node, values, from, count) ->
            out.add(
                new NodeChoice(
                    names.get(node),
                    nodes.get(node).field().type().toString(),
                    count,
                    node == 0 ? stored : "",
                    EncodingReasons.of(values, from, count, options))));
  }

  private static void names(Field field, String above, List<String> out) {
    String name = above.isEmpty() ? field.name() : above + "." + field.name();
    out.add(name);
    field.type().children().forEach(child -> names(child, name, out));
  }
}
