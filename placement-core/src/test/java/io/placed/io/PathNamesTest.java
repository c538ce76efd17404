package io.placed.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PathNamesTest {

  @Test
  void takesPathsApart() {
    assertEquals("/a/b/c", PathNames.join("/a/", "/b", "", "c"));
    assertEquals("a", PathNames.join("", "a"));
    assertEquals("/a", PathNames.join("/", "a"));
    assertEquals("hdfs://h/a/b", PathNames.join("hdfs://h/", "a", "b"));
    assertEquals("/a/b", PathNames.parent("/a/b/c/"));
    assertEquals("/", PathNames.parent("/a"));
    assertEquals("", PathNames.parent("/"));
    assertEquals("", PathNames.parent("a"));
    assertEquals("hdfs://h/", PathNames.parent("hdfs://h/a"));
    assertEquals("", PathNames.parent("hdfs://h/"));
    assertEquals("file:/", PathNames.parent("file:/a"));
    assertEquals("c", PathNames.name("/a/b/c/"));
    assertEquals("", PathNames.name("hdfs://h/"));
    assertEquals("a", PathNames.name("a"));
    assertEquals("s3a", PathNames.scheme("S3A://b/c"));
    assertEquals("", PathNames.scheme("/a:b/c"));
    assertEquals("", PathNames.scheme("k=v/a:b"));
    assertEquals("b/c", PathNames.relativize("/a", "/a/b/c"));
    assertEquals("b", PathNames.relativize("hdfs://h/", "hdfs://h/b"));
    assertEquals("", PathNames.relativize("/a/", "/a"));
    assertThrows(IllegalArgumentException.class, () -> PathNames.relativize("/a", "/ab"));
  }

  @Test
  void hidesWhatEnginesHide() {
    assertTrue(PathNames.isHiddenFile("_SUCCESS"));
    assertTrue(PathNames.isHiddenFile(".x.crc"));
    assertTrue(PathNames.isHiddenDirectory("_temporary"));
    assertFalse(PathNames.isHiddenDirectory("_column=1"));
    assertTrue(PathNames.isHiddenDirectory(".hive-staging=1"));
  }

  /** The characters that Hive and Spark escape, and their escapes. */
  @Test
  void escapesAsHiveAndSparkDo() {
    assertEquals(
        "a b%22%23%25%27%2A%2F%3A%3D%3F%5C%7B%5B%5D%5E%7F%0A%01!$&()+,;@~}|<>`",
        PathNames.escape("a b\"#%'*/:=?\\{[]^\u007F\n\u0001!$&()+,;@~}|<>`"));
    assertEquals("%zz%4", PathNames.unescape("%zz%4"));
    assertEquals("a/b", PathNames.unescape("a%2fb"));
    Map<String, String> values = new LinkedHashMap<>();
    values.put("a", "1/2");
    values.put("b=", null);
    values.put("c", "");
    assertEquals(
        "a=1%2F2/b%3D=__HIVE_DEFAULT_PARTITION__/c=__HIVE_DEFAULT_PARTITION__",
        PathNames.partitionPath(values));
    assertEquals(
        Collections.singletonMap("k", "v"), PathNames.partitionValues("x/k=v/=y/file=name"));
  }

  @Test
  void partitionPathsReadBack() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      Map<String, String> values = new LinkedHashMap<>();
      for (int n = random.nextInt(4); n >= 0; n--) {
        values.put(text(random), random.nextInt(8) == 0 ? null : text(random));
      }
      String path = PathNames.partitionPath(values);
      String context = "seed " + seed + ", " + values + ", " + path;
      assertEquals(values, PathNames.partitionValues(path + "/file"), context);
      assertEquals(values.size(), path.split("/", -1).length, context);
      assertTrue(
          Arrays.stream(path.split("/")).noneMatch(p -> p.equals("..") || p.isEmpty()), context);
    }
  }

  private static String text(Random random) {
    StringBuilder out = new StringBuilder();
    for (int n = random.nextInt(6); n >= 0; n--) {
      switch (random.nextInt(4)) {
        case 0 -> out.append((char) random.nextInt(128));
        case 1 -> out.append("%=/: .".charAt(random.nextInt(6)));
        case 2 -> out.appendCodePoint(0x1F600 + random.nextInt(10));
        default -> out.append((char) (random.nextInt(2) == 0 ? 'a' : '0' + random.nextInt(10)));
      }
    }
    return out.toString();
  }

  @Test
  void temporaryNamesFitIntoFileSystems() {
    for (String name :
        List.of("a", "x".repeat(255), "\u00FC".repeat(127), "\uD83D\uDE00".repeat(63))) {
      String temporary = PathNames.temporary(name);
      byte[] bytes = temporary.getBytes(StandardCharsets.UTF_8);
      assertTrue(bytes.length <= 255, temporary);
      assertEquals(temporary, new String(bytes, StandardCharsets.UTF_8));
      assertTrue(temporary.startsWith("." + name.substring(0, Math.min(98, name.length()))));
      assertTrue(temporary.endsWith(".tmp"));
    }
  }
}
