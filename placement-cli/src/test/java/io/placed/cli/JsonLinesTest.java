package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.formats.RandomRows;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of JSON lines as input and output. */
class JsonLinesTest {
  @TempDir Path dir;

  private Path write(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  @Test
  void infersTheNarrowestTypes() throws IOException {
    Path in =
        write(
            "in.jsonl",
            """
            {"i":1,"l":3000000000,"d":1,"b":true,"s":"5","day":"2024-02-29","ts":"2024-02-29T12:00:00Z","x":"NaN"}

            {"d":1.5,"i":null,"s":"a","day":"2024-03-01","n":null,"x":2.5,"o":{"k":1,"v":[1,2]},"big":123456789012345678901}
            """);
    assertEquals(
        """
        i: int32,
        l: int64,
        d: double,
        b: boolean,
        s: string,
        day: date,
        ts: timestamp,
        x: double,
        n: string,
        o: struct<k: int32, v: list<element: int32>>,
        big: string
        """,
        Cli.run("schema", in).ok().out());
    assertEquals(
        """
        {"i":1,"l":3000000000,"d":1.0,"b":true,"s":"5","day":"2024-02-29","ts":"2024-02-29T12:00:00Z",\
        "x":"NaN","n":null,"o":null,"big":null}
        {"i":null,"l":null,"d":1.5,"b":null,"s":"a","day":"2024-03-01","ts":null,"x":2.5,"n":null,\
        "o":{"k":1,"v":[1,2]},"big":"123456789012345678901"}
        """,
        Cli.run("cat", in, "--json").ok().out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.jsonl", "out.ndjson", "out.json", "out.json.gz", "out.jsonl.gz"})
  void randomRowsOfAllTypesComeBack(String name) throws IOException {
    long seed = new Random().nextLong();
    Schema schema = RandomRows.EVERY_TYPE;
    Path table = dir.resolve("t.placed");
    Batch rows = new RandomRows(seed).batch(schema, 300);
    try (TableWriter w = Placed.write(table.toString(), schema).open()) {
      for (int i = 0; i < rows.rows(); i++) {
        w.write(rows.row(i));
      }
      w.commit();
    }
    Path out = dir.resolve(name);
    Cli.run("convert", table, out).ok();
    byte[] bytes = Files.readAllBytes(out);
    assertEquals(name.endsWith(".gz"), bytes[0] == 0x1f, name);
    Path back = dir.resolve("back.placed");
    Cli.run("convert", out, back, "--schema", schema).ok();
    String message = "seed " + seed;
    Cli.Result diff = Cli.run("diff", table, back);
    assertEquals(0, diff.code(), message + ": " + diff.out() + diff.err());
    assertEquals(
        Cli.run("cat", table, "--json").ok().out(),
        Cli.run("cat", back, "--json").ok().out(),
        message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{\"a\":1}\\n{\"a\":\"x\"} ~ line 2: column 'a' has a string, and a number before",
        "{\"a\":{\"b\":1}}\\n{\"a\":{\"b\":true}} ~ line 2: column 'a.b' has a boolean, and a number",
        "{\"a\":1,\"a\":2} ~ line 1: the name 'a' is twice in an object",
        "[{\"a\":1}] ~ line 1: found an array, expected one JSON object per line",
        "{\"a\":1}{\"a\":2} ~ line 1: invalid JSON",
        "{\"a\":1 ~ line 1: invalid JSON",
        "{'a':1} ~ line 1: invalid JSON",
        "{\"a\":NaN} ~ line 1: invalid JSON",
        "{\"a\":{}} ~ column 'a' has objects without fields only",
        "{} ~ has no rows with columns",
      })
  void saysWhatIsWrong(String text, String message) throws IOException {
    Path in = write("in.jsonl", text.replace("\\n", "\n"));
    String err = Cli.run("schema", in).fails(1).err();
    assertTrue(err.contains(message), err);
    assertTrue(err.contains("in.jsonl"), err);
  }

  /** JSON may escape half of a pair, which no string can be. */
  @Test
  void halfOfASurrogatePairIsRefused() throws IOException {
    Path whole = write("whole.jsonl", "{\"a\":\"\\ud83d\\ude00\"}\n");
    assertEquals("a\n\ud83d\ude00\n", Cli.run("cat", whole).ok().out());
    for (String wrong :
        List.of(
            "\"\\ud83d\"", "[\"x\", \"y\\ude00\"]", "{\"b\":\"\\ud83dz\"}", "{\"\\ud83d\":1}")) {
      Path in = write("half.jsonl", "{}\n{\"a\":" + wrong + "}\n");
      String err = Cli.run("convert", in, dir.resolve("half.placed")).fails(1).err();
      assertTrue(err.contains("half.jsonl, line 2: ") && err.contains("urrogate"), err);
      assertTrue(Files.notExists(dir.resolve("half.placed")));
    }
    Path key = write("key.jsonl", "{\"m\":{\"\\ud83d\":1}}\n");
    String err = Cli.run("cat", key, "--schema", "m: map<string, int32>").failsMidway(1).err();
    assertTrue(err.contains("key.jsonl, line 1: ") && err.contains("urrogate"), err);
  }

  @Test
  void aGivenSchemaDecides() throws IOException {
    Path in = write("in.json", "{\"a\":1,\"m\":{\"x\":1}}\n{\"a\":\"y\",\"m\":{\"z\":2}}\n");
    String schema = "a: string, m: map<string, int64>";
    assertEquals(
        "{\"a\":\"1\",\"m\":{\"x\":1}}\n{\"a\":\"y\",\"m\":{\"z\":2}}\n",
        Cli.run("cat", in, "--json", "--schema", schema).ok().out());
    String lacks = Cli.run("cat", in, "--schema", "a: string").failsMidway(1).err();
    assertTrue(lacks.contains("--schema lacks column 'm'"), lacks);
    String wrong =
        Cli.run("cat", in, "--schema", "a: int32, m: map<string, int64>").failsMidway(1).err();
    assertTrue(wrong.contains("line 2: column 'a': 'y' is not a valid int32"), wrong);
  }

  @Test
  void partitionDirectoriesAndSeveralFiles() throws IOException {
    for (String day : List.of("1", "2")) {
      Path sub = Files.createDirectories(dir.resolve("t/day=" + day));
      Files.writeString(sub.resolve("x.jsonl"), "{\"n\":" + day + "}\n");
    }
    assertEquals("n,day\n1,1\n2,2\n", Cli.run("cat", dir.resolve("t")).ok().out());
    assertEquals("2\n", Cli.run("count", dir.resolve("t")).ok().out());
    assertEquals(
        "n\n2\n", Cli.run("cat", dir.resolve("t"), "-c", "n", "--where", "day = 2").ok().out());
    assertEquals("1\n", Cli.run("count", dir.resolve("t"), "--where", "day = 2").ok().out());
  }

  @Test
  void gzipThatIsCutIsAnError() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(out)) {
      packed.write("{\"a\":1}\n".repeat(10_000).getBytes(StandardCharsets.UTF_8));
    }
    byte[] bytes = out.toByteArray();
    Path in = dir.resolve("in.jsonl.gz");
    Files.write(in, Arrays.copyOf(bytes, bytes.length / 2));
    assertTrue(Cli.run("schema", in).fails(1).err().contains("truncated or corrupt gzip file"));
  }

  /** Members end anywhere in the buffers of the readers, with and without a header in the way. */
  @Test
  void allMembersOfGzipAreRead() throws IOException {
    Path in = dir.resolve("in.jsonl.gz");
    byte[] line = "{\"a\":1}\n".getBytes(StandardCharsets.UTF_8);
    int end = 1 << 18;
    for (int length : new int[] {1000, end - 19, end - 18, end - 10, end - 1, end, end + 1}) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(member(line, length));
      out.write(member(line, 500));
      out.write(member(line, 0));
      Files.write(in, out.toByteArray());
      assertEquals("3\n", Cli.run("count", in).ok().out(), "first member of " + length + " bytes");
    }
  }

  /** A member of gzip that has a comment, which makes it as long as asked. */
  private static byte[] member(byte[] content, int length) throws IOException {
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    try (GZIPOutputStream packed = new GZIPOutputStream(plain)) {
      packed.write(content);
    }
    byte[] bytes = plain.toByteArray();
    if (length == 0) {
      return bytes;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    bytes[3] = 16; // FCOMMENT
    out.write(bytes, 0, 10);
    out.write("c".repeat(length - bytes.length - 1).getBytes(StandardCharsets.US_ASCII));
    out.write(0);
    out.write(bytes, 10, bytes.length - 10);
    return out.toByteArray();
  }
}
