package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvTest {
  @TempDir Path dir;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  @Test
  void keepsEmptyTextsAndMissingValuesApart() throws IOException {
    String text = "a,b,n\nx,,1\n\"\",NA,NA\n\"\",\"y\"\"z\n,\",\n";
    Path in = write("in.csv", text);
    String expected = "a,b,n\nx,,1\n\"\",NA,\n\"\",\"y\"\"z\n,\",\n";
    assertEquals(expected, Cli.run("cat", in).ok().out());
    Path out = dir.resolve("out.placed");
    Cli.run("convert", in, out).ok();
    assertEquals(expected, Cli.run("cat", out).ok().out());
    assertEquals(
        """
        {"a":"x","b":null,"n":1}
        {"a":"","b":"NA","n":null}
        {"a":"","b":"y\\"z\\n,","n":null}
        """,
        Cli.run("cat", "--json", out).ok().out());
  }

  @Test
  void takesTheTextOfAMissingValueFromItsOption() throws IOException {
    Path in = write("in.csv", "a,b\nNA,1\n\"NA\",NA\n,-\n".replace('-', 'N'));
    assertEquals("a,b\nNA,1\n\"NA\",NA\n\"\",N\n", Cli.run("cat", in, "--null", "NA").ok().out());
  }

  /** Values of every type, each of them once the text of a missing value. */
  @ParameterizedTest
  @ValueSource(
      strings = {"NaN", "-Infinity", "1.5", "true", "7", "2024-02-29", "2024-02-29T06:00:00Z", "s"})
  void tellsValuesFromMissingOnes(String nullText) throws IOException {
    String rows =
        """
        {"d":"NaN","b":true,"i":7,"day":"2024-02-29","t":"2024-02-29T06:00:00Z","s":"s"}
        {"d":null,"b":null,"i":null,"day":null,"t":null,"s":null}
        {"d":"-Infinity","b":false,"i":8,"day":"2024-03-01","t":"2024-03-01T00:00:00Z","s":"7"}
        {"d":1.5,"b":true,"i":null,"day":null,"t":null,"s":"NaN"}
        """;
    String schema = "d: double, b: boolean, i: int32, day: date, t: timestamp, s: string";
    Path table = dir.resolve("table.placed");
    Cli.run("convert", write("in.jsonl", rows), table, "--schema", schema).ok();
    for (String delimiter : new String[] {",", ";", "."}) {
      if (nullText.contains(delimiter)) {
        continue; // Refused: every missing value would have to be quoted.
      }
      Path text = dir.resolve("out" + (int) delimiter.charAt(0) + ".csv");
      Path back = dir.resolve("back" + (int) delimiter.charAt(0) + ".placed");
      String asNull = "--null=" + nullText;
      Cli.run("convert", table, text, asNull, "--delimiter", delimiter).ok();
      Cli.run("convert", text, back, asNull, "--delimiter", delimiter).ok();
      assertEquals(
          Cli.run("cat", "--json", table).ok().out(), Cli.run("cat", "--json", back).ok().out());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".csv", ".csv.gz", ".placed", ".parquet"})
  void bringsRandomTextsBack(String suffix) throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String alphabet = "ab,\"\n\r é€😀 '\\\t;NA0";
    int[] points = alphabet.codePoints().toArray();
    StringBuilder text = new StringBuilder("x,y,z\n");
    for (int row = 0; row < 3000; row++) {
      for (int c = 0; c < 3; c++) {
        text.append(c == 0 ? "" : ",");
        if (random.nextInt(5) > 0) {
          StringBuilder value = new StringBuilder();
          IntStream.range(0, random.nextInt(6))
              .forEach(i -> value.appendCodePoint(points[random.nextInt(points.length)]));
          text.append('"').append(value.toString().replace("\"", "\"\"")).append('"');
        }
      }
      text.append('\n');
    }
    Path in = write("in.csv", text.toString());
    Path out = dir.resolve("out" + suffix);
    Cli.run("convert", in, out).ok();
    String direct = Cli.run("cat", in).ok().out();
    assertEquals(direct, Cli.run("cat", out).ok().out(), "seed " + seed);
    assertEquals(
        PlainCsv.parse(text.toString().replace("\r", "")),
        PlainCsv.parse(direct.replace("\r", "")),
        "seed " + seed);
  }

  @Test
  void findsTypesInTheLastRow() throws IOException {
    StringBuilder text = new StringBuilder("n\n");
    IntStream.range(0, 20_000).forEach(i -> text.append(i).append('\n'));
    Path in = write("in.csv", text + "12x\n");
    assertEquals("n: string\n", Cli.run("schema", in).ok().out());
  }

  @Test
  void readsSeveralFilesAsOneTable() throws IOException {
    Path a = write("a.csv", "k,v\n1,x\n");
    Path b = write("b.csv", "k,v\n2.5,y\n");
    assertEquals("k,v\n1.0,x\n2.5,y\n", Cli.run("cat", a, b).ok().out());
    Path c = write("c.csv", "k,w\n2,y\n");
    Cli.Result differs = Cli.run("cat", a, c).fails(1);
    assertTrue(differs.err().contains("all files must have the same columns"), differs.err());
  }

  @Test
  void readsColumnsOutOfTheNamesOfDirectories() throws IOException {
    for (String day : new String[] {"2024-01-01", "2024-01-02", "__HIVE_DEFAULT_PARTITION__"}) {
      Path sub = Files.createDirectories(dir.resolve("table/day=" + day + "/c=a%2Fb"));
      Files.writeString(sub.resolve("x.csv"), "n\n" + day.length() + "\n");
    }
    Files.writeString(dir.resolve("table/_SUCCESS"), "");
    assertEquals(
        "n,day,c\n10,2024-01-01,a/b\n10,2024-01-02,a/b\n26,,a/b\n",
        Cli.run("cat", dir.resolve("table")).ok().out());
    assertEquals(
        "n: int32,\nday: date,\nc: string\n", Cli.run("schema", dir.resolve("table")).ok().out());
  }

  @Test
  void takesAGivenSchemaAndSaysWhatDoesNotFit() throws IOException {
    Path in = write("in.csv", "a,b\n007,1.50\n8,2.25\n");
    assertEquals(
        "b,a\n1.50,7\n2.25,8\n",
        Cli.run("cat", in, "--schema", "b: decimal(5,2), a: int8").ok().out());
    Cli.Result bad = Cli.run("cat", in, "--schema", "a: int32, b: decimal(5,1)").failsMidway(1);
    assertEquals(
        "placed: " + in + ", line 3, column 'b': '2.25' is not a valid decimal(5,1)\n", bad.err());
    assertEquals(2, Cli.run("cat", in, "--schema", "a: int33").code());
    Cli.Result missing = Cli.run("schema", in, "--schema", "a: int32").fails(1);
    assertTrue(missing.err().contains("'b'"), missing.err());
  }

  @Test
  void saysWhichLineIsWrong() throws IOException {
    Path in = write("in.csv", "a,b\n1,2\n3\n");
    assertEquals(
        "placed: " + in + ", line 3: found 1 values, expected 2 as in the header\n",
        Cli.run("schema", in).fails(1).err());
    Path open = write("open.csv", "a,b\n1,\"2\n3,4\n");
    assertFalse(Cli.run("schema", open).fails(1).err().contains("Exception"));
    Path latin = dir.resolve("latin.csv");
    Files.write(latin, "a\nMünchen\n".getBytes(StandardCharsets.ISO_8859_1));
    assertTrue(Cli.run("schema", latin).fails(1).err().contains("not UTF-8"));
    Path empty = write("empty.csv", "");
    assertTrue(Cli.run("schema", empty).fails(1).err().contains("is empty"));
    Path twice = write("twice.csv", "a,a\n1,2\n");
    for (String[] schema : new String[][] {{}, {"--schema", "a: int32"}}) {
      List<String> command = new ArrayList<>(List.of("schema", twice.toString()));
      command.addAll(List.of(schema));
      String message = Cli.run(command.toArray(String[]::new)).fails(1).err();
      assertTrue(message.contains("the header has two columns 'a'"), message);
    }
  }

  @Test
  void numbersBeyondTheRangeAreRefused() throws IOException {
    for (String[] wrong :
        new String[][] {
          {"float", "1e39"}, {"float", "1e-50"}, {"double", "-1e400"}, {"double", "1e-400"}
        }) {
      Path in = write("in.csv", "x\n1.5\n0e-999\n" + wrong[1] + "\n");
      String message = Cli.run("cat", in, "--schema", "x: " + wrong[0]).failsMidway(1).err();
      assertTrue(message.contains("line 4, column 'x': '" + wrong[1] + "'"), message);
    }
    Path special = write("special.csv", "x\ninf\n-Infinity\n0.0e-999\n1e-320\n");
    assertEquals(
        "x\nInfinity\n-Infinity\n0.0\n1.0E-320\n",
        Cli.run("cat", special, "--schema", "x: double").ok().out());
  }

  /** A leap second is no time of the table, and neither is the hour 24. */
  @Test
  void timesThatAreNoTimesStayStrings() throws IOException {
    for (String zone : new String[] {"Z", "+02:00", ""}) {
      for (String time :
          new String[] {"2016-12-31T23:59:60" + zone, "2016-12-31T24:00:00" + zone}) {
        String text = "t\n2016-12-31T23:59:59" + zone + "\n" + time + "\n";
        Path in = write("in.csv", text);
        assertEquals("t: string\n", Cli.run("schema", in).ok().out());
        assertEquals(text, Cli.run("cat", in).ok().out());
        String type = zone.isEmpty() ? "timestamp_ntz" : "timestamp";
        String given = Cli.run("cat", in, "--schema", "t: " + type).failsMidway(1).err();
        assertTrue(given.contains("line 3, column 't': '" + time + "'"), given);
        Path json = write("in.jsonl", "{\"t\":\"" + time + "\"}\n");
        assertEquals("t: string\n", Cli.run("schema", json).ok().out());
        Cli.run("cat", json, "--schema", "t: " + type).failsMidway(1);
      }
    }
    Path in = write("in.csv", "t\n2016-12-31T23:59:59.5Z\n");
    assertEquals("t\n2016-12-31T23:59:59.500Z\n", Cli.run("cat", in).ok().out());
  }

  @Test
  void namesOfCompressedFilesAreThoseInAnyCase() throws IOException {
    Path in = write("in.csv", "a,b\n1,x\n");
    for (String name : new String[] {"OUT.CSV.GZ", "out.csv.Gz", "out.JSONL.GZ", "out.csv.gz"}) {
      Path out = dir.resolve(name);
      Cli.run("convert", in, out).ok();
      byte[] bytes = Files.readAllBytes(out);
      assertEquals(0x1f, bytes[0], name);
      assertEquals((byte) 0x8b, bytes[1], name);
      assertEquals("a,b\n1,x\n", Cli.run("cat", out).ok().out(), name);
    }
  }

  @Test
  void acceptsAByteOrderMarkAndNamelessColumns() throws IOException {
    Path in = write("in.csv", "\uFEFF,b\r\n1,2\r\n");
    assertEquals("_c0,b\n1,2\n", Cli.run("cat", in).ok().out());
  }

  @Test
  void keepsMissingValuesOfASingleColumn() throws IOException {
    Path in = write("in.csv", "a\n1\n\n3\n");
    assertEquals("a\n1\n\n3\n", Cli.run("cat", in).ok().out());
    Path header = write("header.csv", "a,b\n");
    assertEquals("a,b\n", Cli.run("cat", header).ok().out());
  }

  @Test
  void anotherDelimiterAndNoHeader() throws IOException {
    Path in = write("in.csv", "1;\"a;b\";2.5\n;x,y;NA\n");
    assertEquals(
        "_c0: int32,\n_c1: string,\n_c2: double\n",
        Cli.run("schema", in, "--delimiter", ";", "--no-header").ok().out());
    assertEquals(
        "1;\"a;b\";2.5\n;x,y;\n", Cli.run("cat", in, "--delimiter", ";", "--no-header").ok().out());
    Path table = dir.resolve("t.placed");
    Cli.run(
            "convert",
            in,
            table,
            "--delimiter",
            ";",
            "--no-header",
            "--schema",
            "k: int64, s: string, d: double")
        .ok();
    assertEquals(
        "k\ts\td\n1\ta;b\t2.5\n\tx,y\t\n", Cli.run("cat", table, "--delimiter", "tab").ok().out());
    assertEquals("1,a;b,2.5\n,\"x,y\",\n", Cli.run("cat", table, "--no-header").ok().out());
    // The point of a number, and its sign.
    assertEquals(
        "k.s.d\n1.a;b.\"2.5\"\n.x,y.\n", Cli.run("cat", table, "--delimiter", ".").ok().out());
    Path out = dir.resolve("out.csv.gz");
    Cli.run("convert", table, out, "--delimiter", "|", "--no-header").ok();
    assertEquals(
        Cli.run("cat", table, "--no-header").ok().out(),
        Cli.run("cat", out, "--delimiter", "|", "--no-header")
            .ok()
            .out()
            .replace('|', ',')
            .replace("x,y", "\"x,y\""));
  }

  @Test
  void optionsOfCsvAreRefusedElsewhere() throws IOException {
    Path in = write("in.csv", "a\n1\n");
    Path table = dir.resolve("t.placed");
    Cli.run("convert", in, table).ok();
    for (String command : new String[] {"schema", "head", "count"}) {
      String err = Cli.run(command, table, "--no-header").fails(2).err();
      assertTrue(err.contains("--no-header is supported for CSV only"), err);
      String nulls = Cli.run(command, table, "--null", "NA").fails(2).err();
      assertTrue(nulls.contains("--null is supported for CSV only"), nulls);
    }
    Path parquet = dir.resolve("t.parquet");
    Cli.run("convert", table, parquet, "--delimiter", ";").fails(2);
    Cli.run("cat", table, "--json", "--delimiter", ";").fails(2);
    Cli.run("cat", table, "--delimiter", ";;").fails(2);
    assertTrue(
        Cli.run("cat", in, "--delimiter", "\"").fails(1).err().contains("must not be a quote"));
    Path empty = write("empty.csv", "");
    assertTrue(Cli.run("schema", empty, "--no-header").fails(1).err().contains("is empty"));
    assertEquals(
        "", Cli.run("cat", empty, "--no-header", "--schema", "a: int32, b: string").ok().out());
    Path three = write("three.csv", "1,2\n3\n");
    assertTrue(
        Cli.run("schema", three, "--no-header")
            .fails(1)
            .err()
            .contains("line 2: found 1 values, expected 2"));
  }
}
