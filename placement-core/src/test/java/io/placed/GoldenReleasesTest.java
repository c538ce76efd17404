package io.placed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The golden files of every release are still there with the same bytes, so that the tests that
 * read golden files go on reading what each release wrote. {@code golden/releases/VERSION.sha256}
 * lists them in the format of {@code sha256sum}; docs/releases.md says how it is made.
 */
class GoldenReleasesTest {
  private static final Path ROOT = Path.of("src/test/resources/io/placed");
  private static final Path RELEASES = ROOT.resolve("golden/releases");
  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})  (\\S.*)");

  @Test
  void goldenFilesOfReleasesNeverChange() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Path list : lists()) {
      List<String> lines = Files.readAllLines(list);
      assertFalse(lines.isEmpty(), list + " lists no file");
      for (String line : lines) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
          wrong.add(list.getFileName() + ": not a line of sha256sum: " + line);
          continue;
        }
        Path file = ROOT.resolve(m.group(2));
        if (!Files.isRegularFile(file)) {
          wrong.add(list.getFileName() + ": " + file + " was removed");
        } else if (!digest(file).equals(m.group(1))) {
          wrong.add(list.getFileName() + ": " + file + " was changed");
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  private static List<Path> lists() throws IOException {
    try (Stream<Path> files = Files.list(RELEASES)) {
      List<Path> lists = files.filter(f -> f.toString().endsWith(".sha256")).sorted().toList();
      assertFalse(lists.isEmpty(), RELEASES + " has no list of a release");
      return lists;
    }
  }

  private static String digest(Path file) throws IOException, NoSuchAlgorithmException {
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(sha.digest(Files.readAllBytes(file)));
  }
}
