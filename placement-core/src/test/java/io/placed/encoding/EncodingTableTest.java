package io.placed.encoding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.encoding.plain.PlainEncoding;
import io.placed.encoding.spi.Encoding;
import io.placed.encoding.spi.EncodingTable;
import io.placed.encoding.spi.Scheme;
import io.placed.schema.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of encodings agrees with the specification. */
class EncodingTableTest {
  /** Storages of values. */
  private static final Set<Storage> ALL =
      EnumSet.complementOf(EnumSet.of(Storage.NONE, Storage.LENGTHS));

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (\\d*) ?\\| ([^|]*?) ?\\| (`(\\w+)`)? ?\\| ([^|]*?) \\| .*$");

  private record Documented(String name, Set<Storage> storages) {}

  private static TreeMap<Integer, Documented> documented() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "spec", "encodings.md"));
    int from = page.indexOf("| id | encoding | name |");
    assertTrue(from >= 0, "no table of encodings");
    Matcher row = ROW.matcher(page.substring(from, page.indexOf("\n\n", from)));
    TreeMap<Integer, Documented> out = new TreeMap<>();
    while (row.find()) {
      if (!row.group(1).isEmpty()) {
        Set<Storage> storages = EnumSet.noneOf(Storage.class);
        out.put(Integer.parseInt(row.group(1)), new Documented(row.group(4), storages));
      }
      if (!out.isEmpty()) {
        out.lastEntry().getValue().storages.addAll(storages(row.group(5)));
      }
    }
    return out;
  }

  private static Set<Storage> storages(String text) {
    Set<Storage> out = EnumSet.noneOf(Storage.class);
    if (text.startsWith("all")) {
      out.addAll(ALL);
      if (text.equals("all but BITS")) {
        out.remove(Storage.BITS);
      }
      return out;
    }
    for (String name : text.split(", ")) {
      out.add(Storage.valueOf(name));
    }
    return out;
  }

  @Test
  void theSpecificationHasTheSameIdsNamesAndStorages() throws IOException {
    TreeMap<Integer, Documented> found = new TreeMap<>();
    for (Encoding e : Encodings.ALL.all()) {
      found.put(e.id(), new Documented(e.name(), e.storages()));
    }
    assertEquals(documented(), found);
  }

  /** Files identify encodings by these numbers, so they must not change. */
  @Test
  void idsHaveNoGaps() {
    List<Encoding> all = Encodings.ALL.all();
    for (int id = 0; id < all.size(); id++) {
      assertEquals(id, all.get(id).id());
    }
    assertEquals("encoding 200", Encodings.ALL.name(200));
  }

  @Test
  void whatIsWrittenCanBeRead() {
    for (Encoding e : Encodings.ALL.preferred()) {
      Scheme scheme = e.scheme();
      if (scheme != null) {
        assertEquals(e.id(), scheme.id());
        assertEquals(e.name(), scheme.name());
        assertFalse(scheme.storages().isEmpty(), e.name());
        assertTrue(e.storages().containsAll(scheme.storages()), e.name());
      }
    }
  }

  @Test
  void anIdIsOfOneEncoding() {
    List<Encoding> twice = List.of(new PlainEncoding(), new PlainEncoding());
    assertThrows(IllegalArgumentException.class, () -> new EncodingTable(twice));
  }
}
