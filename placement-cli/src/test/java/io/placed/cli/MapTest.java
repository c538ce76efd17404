package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableScan;
import io.placed.TableWriter;
import io.placed.predicate.Predicate;
import io.placed.scan.ScanMetrics;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/**
 * Maps are well-formed, self-contained, show every byte, and escape data so that it cannot run as
 * code.
 */
class MapTest {
  private static final Schema SCHEMA =
      Schema.parse("k: int64 not null, word: string, x: double, y: double");

  @TempDir Path dir;

  private Path table(String name, String placement) throws IOException {
    Path path = dir.resolve(name);
    try (TableWriter out = Placed.write(path.toString(), SCHEMA).placement(placement).open()) {
      for (int i = 0; i < 50_000; i++) {
        out.write((long) i, "w" + i * 31 % 977, i / 8.0, i % 3 == 0 ? null : i * 7.5);
      }
      out.commit();
    }
    return path;
  }

  private String map(Path table, String name, Object... more) throws IOException {
    Path out = dir.resolve(name);
    List<Object> args = new ArrayList<>(List.of("map", table, "-o", out, "--overwrite"));
    args.addAll(List.of(more));
    Cli.run(args.toArray()).ok();
    String text = Files.readString(out);
    requireAlone(text);
    return text;
  }

  /** No resource is requested: neither by attributes nor by styles nor by the script. */
  private static void requireAlone(String text) {
    String without = text.replace("http://www.w3.org/2000/svg", "");
    for (String outside :
        new String[] {
          "http:", "https:", "src=", "href=", "url(", "@import", "innerHTML", "fetch("
        }) {
      assertFalse(without.contains(outside), outside);
    }
  }

  private static Document parse(String text) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    var builder = factory.newDocumentBuilder();
    builder.setEntityResolver(
        (id, system) -> new InputSource(new ByteArrayInputStream(new byte[0])));
    return builder.parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Element> elements(Document document, String name) {
    NodeList found = document.getElementsByTagName(name);
    List<Element> out = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      out.add((Element) found.item(i));
    }
    return out;
  }

  private static List<Element> shapes(Document document) {
    return elements(document, "rect").stream()
        .filter(r -> r.getAttribute("class").matches("[st] .*"))
        .toList();
  }

  @Test
  void everyByteOfTheFileIsInTheLane() throws Exception {
    for (String placement :
        List.of(
            "row-group=16384 rows",
            "row-group=16384 rows; column-groups=(x, y) stride 1024; packing=one-row-group",
            "albis")) {
      Path table = table("t" + placement.hashCode() + ".placed", placement);
      for (String name : List.of("m.svg", "m.html")) {
        Document document = parse(map(table, name));
        double end = 0;
        for (Element s : shapes(document)) {
          assertEquals(end, Double.parseDouble(s.getAttribute("x")), 0.02, placement);
          double width = Double.parseDouble(s.getAttribute("width"));
          end = Double.parseDouble(s.getAttribute("x")) + width;
          // Narrow shapes are drawn slightly wider than to scale.
          end = width < 351 ? Double.NaN : end;
          if (Double.isNaN(end)) {
            end = next(shapes(document), s);
          }
        }
        assertEquals(1_000_000, end, 400, placement);
        long scripts = elements(document, "script").size();
        assertEquals(name.endsWith("html") ? 1 : 0, scripts);
      }
    }
  }

  @Test
  void siblingsHaveLanesOfTheirOwn() throws Exception {
    Path table = table("s.placed", "row-group=16384 rows; packing=files(3)");
    Document document = parse(map(table, "m.svg", "-c", "word", "--where", "k < 10"));
    List<Element> lanes =
        elements(document, "svg").stream()
            .filter(e -> e.hasAttribute("preserveAspectRatio"))
            .toList();
    assertEquals(4, lanes.size());
    int withNeeded = 0;
    for (Element lane : lanes) {
      NodeList rects = lane.getElementsByTagName("rect");
      boolean needed = false;
      for (int i = 0; i < rects.getLength(); i++) {
        needed |= ((Element) rects.item(i)).getAttribute("class").equals("need");
      }
      withNeeded += needed ? 1 : 0;
    }
    assertTrue(withNeeded >= 1 && withNeeded < 4, "lanes that the query needs: " + withNeeded);
    String blocks = Cli.run("blocks", table).ok().out();
    assertTrue(blocks.contains("in 4 files"), blocks);
  }

  @Test
  void copiesThatAreNotReadSaySo() throws Exception {
    Path table =
        table("c.placed", "row-group=16384 rows; packing=copies(one-row-group; (word, y))");
    Document document = parse(map(table, "m.svg", "-c", "word,y", "--where", "k < 10"));
    List<String> texts = shapes(document).stream().map(Element::getTextContent).toList();
    assertTrue(texts.stream().anyMatch(t -> t.contains("another copy is read")), texts.toString());
    assertTrue(texts.stream().anyMatch(t -> t.contains("→ needed")), texts.toString());
    assertTrue(texts.stream().anyMatch(t -> t.contains("skipped by statistics")), texts.toString());
  }

  private static double next(List<Element> shapes, Element s) {
    double x = Double.parseDouble(s.getAttribute("x"));
    return shapes.stream()
        .mapToDouble(o -> Double.parseDouble(o.getAttribute("x")))
        .filter(o -> o > x)
        .min()
        .orElse(1_000_000);
  }

  @Test
  void shapesTellWhatTheyAre() throws Exception {
    Path table = table("t.placed", "row-group=16384 rows");
    Document document = parse(map(table, "m.svg"));
    List<String> texts = shapes(document).stream().map(Element::getTextContent).toList();
    assertTrue(
        texts.stream()
            .anyMatch(
                t ->
                    t.startsWith("k (int64)\ncolumn group 0, row group 1 of 4, page 0 of 1\n")
                        && t.contains("encoding ")
                        && t.contains("rows 16,384, nulls 0\nmin 16384\nmax 32767")),
        texts.toString());
    assertTrue(texts.contains("header\n32 B at 0"), texts.toString());
    assertTrue(texts.stream().anyMatch(t -> t.startsWith("footer: statistics")), texts.toString());
  }

  @Test
  void theQueryIsTheOneThatTheReaderMakes() throws Exception {
    Path table = table("t", "row-group=5000 rows");
    table("t", "row-group=16384 rows");
    String where = "k >= 12000 and k < 14000";
    String text = map(table, "q.html", "-c", "word,y", "--where", where);
    ScanMetrics m;
    try (TableScan scan =
        Placed.read(table.toString()).select("word", "y").where(Predicate.parse(where)).open()) {
      scan.forEach(b -> assertTrue(b.rows() > 0));
      m = scan.metrics();
    }
    Document document = parse(text);
    List<String> lines = elements(document, "text").stream().map(Element::getTextContent).toList();
    assertTrue(lines.contains("SELECT word, y WHERE k >= 12000 and k < 14000"), lines.toString());
    String totals = lines.stream().filter(l -> l.startsWith("needs ")).findFirst().orElseThrow();
    String footers = lines.stream().filter(l -> l.startsWith("plus ")).findFirst().orElseThrow();
    assertEquals(
        m.requests(),
        number(totals, "in ([0-9,]+) requests") + number(footers, "in ([0-9,]+) requests"));
    assertEquals(
        m.pages() - m.pagesSkipped(), number(text, "([0-9,]+) of [0-9,]+ pages per column"));
    long needed =
        shapes(document).stream().filter(s -> s.getTextContent().contains("→ needed")).count();
    long skipped =
        shapes(document).stream().filter(s -> s.getAttribute("class").contains("pruned")).count();
    long unused =
        shapes(document).stream().filter(s -> s.getAttribute("class").contains("unused")).count();
    assertTrue(needed > 0 && skipped > needed && unused > 0, needed + " " + skipped + " " + unused);
  }

  private static long number(String text, String pattern) {
    Matcher m = Pattern.compile(pattern).matcher(text);
    assertTrue(m.find(), text);
    return Long.parseLong(m.group(1).replace(",", ""));
  }

  @Test
  void namesAndValuesCannotRun() throws Exception {
    String evil =
        "</title><script>alert('x')</script><img src=x onerror=\"alert(1)\">&\u0000\u202e]]>";
    Path path = dir.resolve("evil.placed");
    Schema schema =
        Schema.of(Field.of("<script>alert(1)</script>", Type.STRING), Field.of("b", Type.STRING));
    try (TableWriter out = Placed.write(path.toString(), schema).open()) {
      for (int i = 0; i < 3; i++) {
        out.write(evil + i, "\"><svg onload=alert(2)>");
      }
      out.commit();
    }
    for (String name : List.of("m.svg", "m.html")) {
      Path target = dir.resolve(name);
      Cli.run("map", path, "-o", target, "-c", "b", "--where", "b = '<b>'''").ok();
      String text = Files.readString(target);
      Document document = parse(text);
      assertEquals(name.endsWith("html") ? 1 : 0, elements(document, "script").size());
      assertEquals(0, elements(document, "img").size());
      for (String tag : new String[] {"<script>alert", "<img", "<svg onload", "onerror=\""}) {
        assertFalse(text.contains(tag), tag);
      }
      assertTrue(
          shapes(document).stream()
              .anyMatch(s -> s.getTextContent().contains("<script>alert('x')")),
          "the value is shown as text");
      for (Element e : elements(document, "*")) {
        for (int a = 0; a < e.getAttributes().getLength(); a++) {
          assertFalse(e.getAttributes().item(a).getNodeName().startsWith("on"));
        }
      }
    }
  }

  @Test
  void wideAndManyFilesAreDrawnTogetherAndSaidSo() throws Exception {
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < 2000; c++) {
      fields.add(Field.required("c" + c, Type.INT64));
    }
    Path wide = dir.resolve("wide.placed");
    try (TableWriter out =
        Placed.write(wide.toString(), Schema.of(fields)).placement("row-group=512 rows").open()) {
      Object[] row = new Object[2000];
      for (int i = 0; i < 2048; i++) {
        for (int c = 0; c < row.length; c++) {
          row[c] = (long) i * c % 1013;
        }
        out.write(row);
      }
      out.commit();
    }
    String text = map(wide, "wide.svg", "-c", "c3,c1999");
    assertTrue(text.length() < 4_000_000, "length " + text.length());
    Document document = parse(text);
    assertTrue(shapes(document).size() < 9000, "shapes " + shapes(document).size());
    assertTrue(text.contains("in bands: chunks smaller than"), "note");
    assertTrue(text.contains("2,000 column groups, the 60 largest:"), "legend");

    Path many = dir.resolve("many");
    for (int f = 0; f < 12; f++) {
      try (TableWriter out =
          Placed.write(many.toString(), Schema.parse("p: int32, v: int64"))
              .partitionBy("p")
              .open()) {
        for (int i = 0; i < 10; i++) {
          out.write(f * 10 + i, (long) i);
        }
        out.commit();
      }
    }
    text = map(many, "many.html", "-c", "v", "--where", "p >= 115");
    document = parse(text);
    assertEquals(101, document.getElementsByTagName("svg").getLength() - 2, "map, waterfall");
    assertTrue(text.contains("… 20 more files"), "last lane");
    assertTrue(text.contains("reads 5 of 120 files"), "totals count the files without a lane");
  }

  @Test
  void filesOfAnOlderSnapshot() throws Exception {
    Path table = table("past", "default");
    Cli.run("rewrite", table, "--reorder", "sort(word)").ok();
    Cli.run("tag", table, "before", "--snapshot", 1).ok();
    assertTrue(map(table, "now.svg").contains("reorder=sort(word)"));
    for (String snapshot : List.of("1", "before")) {
      String past = map(table, "past.svg", "--snapshot", snapshot, "--where", "k < 10");
      assertTrue(past.contains("reorder=none"), snapshot);
      assertFalse(past.contains("reorder=sort"), snapshot);
    }
    Path single = table("t.placed", "default");
    Cli.run("map", single, "-o", dir.resolve("x.svg"), "--snapshot", 1).fails(1);
  }

  @Test
  void wrongUsage() throws IOException {
    Path table = table("t.placed", "default");
    for (Object[] args :
        new Object[][] {
          {"map", table},
          {"map", table, "-o", dir.resolve("x.png")},
          {"map", table, "-o", dir.resolve("x.svg"), "-c", "nothing"},
          {"map", table, "-o", dir.resolve("x.svg"), "--where", "k >"},
          {"map", table, "-o", dir.resolve("x.svg"), "--where", "nothing = 1"},
        }) {
      Cli.run(args).fails(2);
    }
    assertFalse(Files.exists(dir.resolve("x.svg")));
    map(table, "y.svg");
    assertTrue(Cli.run("map", table, "-o", dir.resolve("y.svg")).fails(1).err().contains("exists"));
  }
}
