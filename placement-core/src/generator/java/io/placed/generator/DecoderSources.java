package io.placed.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the decoders that are the same but for the type of the values: one template for each
 * encoding, filled in for each type. Decoders of 128-bit integers and byte strings, which are not
 * one array each, are written by hand.
 */
final class DecoderSources {
  private static final Path TEMPLATES = Path.of("src", "generator", "templates");
  private static final String PACKAGE = "io/placed/encoding/";

  /** What stands for {@code ${…}} in a template. */
  private record Kind(
      String kinds, String type, String value, String match, int bytes, String bits, String read) {
    String fill(String template, String path) {
      String name = Character.toUpperCase(type.charAt(0)) + type.substring(1);
      return template
          .replace("${Kinds}", kinds)
          .replace("${kinds}", type + "s")
          .replace("${Type}", name)
          .replace("${type}", type)
          .replace("${Decoder}", name + "Decoder")
          .replace("${Match}", match)
          .replace("${value}", value)
          .replace("${bytes}", Integer.toString(bytes))
          .replace("${Bits}", bits)
          .replace("${fromBits}", read)
          .replace("${read}", readValue())
          .replace("${template}", path);
    }

    /** The next value of the context. */
    private String readValue() {
      String raw = "context.in().u" + 8 * bytes + "(\"value\")";
      return read.isEmpty() ? raw : read + "(" + raw + ")";
    }
  }

  private static final Kind INTS = new Kind("Ints", "int", "integer", "LongMatch", 4, "Int", "");
  private static final Kind LONGS =
      new Kind("Longs", "long", "64-bit integer", "LongMatch", 8, "Long", "");
  private static final Kind FLOATS =
      new Kind("Floats", "float", "float", "DoubleMatch", 4, "Int", "Float.intBitsToFloat");
  private static final Kind DOUBLES =
      new Kind("Doubles", "double", "double", "DoubleMatch", 8, "Long", "Double.longBitsToDouble");

  private static final Map<String, List<Kind>> KINDS =
      Map.of(
          "constant/Constant", List.of(INTS, LONGS, FLOATS, DOUBLES),
          "delta/Delta", List.of(INTS, LONGS),
          "dictionary/Dictionary", List.of(INTS, LONGS, FLOATS, DOUBLES),
          "entropy/Entropy", List.of(INTS, LONGS),
          "frequent/Frequent", List.of(INTS, LONGS, FLOATS, DOUBLES),
          "plain/Plain", List.of(FLOATS, DOUBLES),
          "runlength/RunLength", List.of(INTS, LONGS, FLOATS, DOUBLES));

  private DecoderSources() {}

  /** Path below the source root to text. */
  static Map<String, String> all() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    for (Map.Entry<String, List<Kind>> entry : KINDS.entrySet()) {
      String path = entry.getKey() + ".java.template";
      String template = Files.readString(TEMPLATES.resolve(path));
      for (Kind kind : entry.getValue()) {
        String text = sortImports(kind.fill(template, path));
        files.put(PACKAGE + entry.getKey() + kind.kinds() + ".java", text);
      }
    }
    return files;
  }

  /** Names of types come in, so their order is known only now. */
  private static String sortImports(String text) {
    List<String> lines = text.lines().toList();
    List<String> imports = lines.stream().filter(l -> l.startsWith("import ")).sorted().toList();
    List<String> out = new ArrayList<>(lines);
    int first = 0;
    while (!lines.get(first).startsWith("import ")) {
      first++;
    }
    for (int i = 0; i < imports.size(); i++) {
      out.set(first + i, imports.get(i));
    }
    return String.join("\n", out) + "\n";
  }
}
