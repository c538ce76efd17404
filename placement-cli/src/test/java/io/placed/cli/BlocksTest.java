package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.OneIn;
import io.placed.Placed;
import io.placed.TableWriter;
import io.placed.WriteBuilder;
import io.placed.io.hadoop.Replicas;
import io.placed.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Physical blocks as shown by the command, on HDFS and on a local disk. */
@OneIn(2)
class BlocksTest {
  private static final Schema SCHEMA = Schema.parse("id: int64 not null, payload: binary");
  private static MiniDFSCluster cluster;

  @TempDir Path dir;

  @BeforeAll
  static void startCluster(@TempDir Path directory) throws IOException {
    Configuration conf = new Configuration();
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    // Otherwise a DataNode that has said that it is busy gets no replica.
    conf.setBoolean("dfs.namenode.redundancy.considerLoad", false);
    cluster =
        new MiniDFSCluster.Builder(conf, directory.resolve("dfs").toFile()).numDataNodes(3).build();
    cluster.waitActive();
  }

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.shutdown(true);
    }
  }

  private static String hdfs(String name) throws IOException {
    return cluster.getFileSystem().getUri() + "/tables/" + name;
  }

  private static void write(String path, String placement) throws IOException {
    Random random = new Random(7);
    WriteBuilder table = Placed.write(path, SCHEMA).placement(placement);
    if (path.startsWith("hdfs:")) {
      table.hadoop(cluster.getConfiguration(0));
    }
    try (TableWriter out = table.open()) {
      for (long i = 0; i < 30_000; i++) {
        byte[] payload = new byte[100];
        random.nextBytes(payload);
        out.write(i, payload);
      }
      out.commit();
    }
    if (path.startsWith("hdfs:")) {
      Replicas.await(cluster.getFileSystem(), path, 3);
    }
  }

  private static JsonObject blocks(String path) {
    return JsonParser.parseString(Cli.run("blocks", "--json", path).ok().out())
        .getAsJsonArray()
        .get(0)
        .getAsJsonObject();
  }

  @Test
  void physicalBlocksAreThoseOfTheNameNode() throws IOException {
    for (String placement :
        List.of(
            "row-group=1MiB; packing=one-row-group",
            "row-group=300KiB; packing=many-row-groups(block=1MiB)")) {
      String path = hdfs("t" + placement.hashCode());
      write(path, placement);
      JsonObject t = blocks(path);
      assertTrue(t.get("fileSystemHasBlocks").getAsBoolean());
      int physical = t.getAsJsonArray("physicalBlocks").size();
      assertTrue(physical > 2, t.toString());
      assertEquals(physical, t.get("fileSystemBlocks").getAsInt());
      assertEquals(physical, t.get("exactBlocks").getAsInt());
      assertEquals(0, t.get("straddlingRowGroups").getAsInt());
      assertEquals(0, t.get("paddingBytes").getAsLong());
      assertEquals(t.get("rowGroups").getAsInt(), t.get("colocatedRowGroups").getAsInt());
      for (JsonElement b : t.getAsJsonArray("physicalBlocks")) {
        JsonObject block = b.getAsJsonObject();
        assertTrue(block.get("exact").getAsBoolean(), block.toString());
        JsonObject stored = block.getAsJsonArray("fileSystemBlocks").get(0).getAsJsonObject();
        assertEquals(block.get("length").getAsLong(), stored.get("length").getAsLong());
        assertEquals(3, stored.getAsJsonArray("nodes").size(), block.toString());
        assertEquals(3, block.get("replication").getAsInt());
      }
      String text = Cli.run("blocks", path).ok().out();
      assertTrue(text.contains("none straddles blocks"), text);
      assertTrue(text.contains("padding      0 B (0.00 %)"), text);
      assertTrue(text.contains("100.00 % of row groups have all blocks on one node"), text);
      assertTrue(text.contains(" same ") && text.contains("3 of 3"), text);
    }
  }

  @Test
  void theMapShowsTheBlocksOfTheNameNode() throws IOException {
    String path = hdfs("map.placed");
    write(path, "row-group=1MiB; packing=one-row-group");
    Path target = dir.resolve("map.svg");
    Cli.run("map", path, "-o", target).ok();
    String svg = Files.readString(target);
    int blocks = blocks(path).get("fileSystemBlocks").getAsInt();
    assertEquals(blocks, svg.split("block of the file system\n", -1).length - 1, svg);
    assertTrue(svg.contains("3 of 3 replicas: 127.0.0.1"), svg);
    assertTrue(svg.contains("class=\"fsedge\""), svg);
  }

  /** The same bytes, copied with another block size by a tool that does not know row groups. */
  @Test
  void aCopyThatIgnoresTheBlocksStraddles() throws IOException {
    String from = hdfs("from.placed");
    write(from, "row-group=700KiB; packing=many-row-groups(block=1MiB)");
    assertEquals(0, blocks(from).get("straddlingRowGroups").getAsInt());
    var fs = cluster.getFileSystem();
    byte[] bytes;
    try (var in = fs.open(new org.apache.hadoop.fs.Path(from))) {
      bytes = in.readAllBytes();
    }
    String to = hdfs("copy.placed");
    try (FSDataOutputStream out =
        fs.create(new org.apache.hadoop.fs.Path(to), true, 4096, (short) 1, 1 << 20)) {
      out.write(bytes);
    }
    JsonObject t = blocks(to);
    assertTrue(t.get("straddlingRowGroups").getAsInt() >= 2, t.toString());
    assertTrue(t.get("exactBlocks").getAsInt() < t.get("fileSystemBlocks").getAsInt());
    String text = Cli.run("blocks", to).ok().out();
    assertTrue(text.contains(" straddle blocks\n"), text);
    assertTrue(text.contains("1 of 1"), text);
  }

  @Test
  void aLocalTableIsComparedWithItsOwnBlocks() throws IOException {
    String path = dir.resolve("t").toString();
    write(path, "row-group=300KiB; packing=many-row-groups(block=1MiB)");
    JsonObject t = blocks(path);
    assertFalse(t.get("fileSystemHasBlocks").getAsBoolean());
    assertEquals(1 << 20, t.getAsJsonArray("placementBlockBytes").get(0).getAsInt());
    assertEquals(0, t.get("straddlingRowGroups").getAsInt());
    assertTrue(t.get("colocatedRowGroups").isJsonNull());
    String text = Cli.run("blocks", path).ok().out();
    assertTrue(
        text.contains(
            "the file system reports none, compared with the placement's block size of 1.0 MiB"),
        text);
    assertTrue(text.contains("1 expected") && text.contains("all 2"), text);
    // Rows larger than a block do not fit in one.
    String big = dir.resolve("big.placed").toString();
    write(big, "row-group=20000 rows; packing=many-row-groups(block=64KiB)");
    assertEquals(2, blocks(big).get("straddlingRowGroups").getAsInt());
    text = Cli.run("blocks", big).ok().out();
    assertTrue(text.contains("31 expected"), text);
  }
}
