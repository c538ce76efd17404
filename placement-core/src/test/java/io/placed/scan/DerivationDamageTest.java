package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.encoding.Profile;
import io.placed.encoding.derived.Derivation;
import io.placed.encoding.derived.Derivation.Function;
import io.placed.encoding.derived.Derivation.Parent;
import io.placed.error.CorruptFileException;
import io.placed.format.v1.ColumnRecord;
import io.placed.io.IoCounters;
import io.placed.scan.request.ReadRequest;
import io.placed.schema.Schema;
import io.placed.vector.Batch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with derived columns that are damaged, or whose derivations are impossible. */
class DerivationDamageTest {
  @TempDir Path dir;

  @Test
  void derivationsThatCannotBeAreRefused() throws IOException {
    String path =
        WrittenFile.write(
            dir, DerivedRows.rows(2048, 0, 0, new Random(8)), DerivedRows.options("default", 1024));
    RebuiltFile file = new RebuiltFile(Files.readAllBytes(Path.of(path)));
    // Derived from itself, from a missing column, from a column that is not a number; a scale for
    // an integer.
    for (String[] bad :
        new String[][] {{"ext", "0"}, {"nowhere", "0"}, {"name", "0"}, {"quantity", "2"}}) {
      Parent parent = new Parent(bad[0], Integer.parseInt(bad[1]));
      refused(file, "ext", d -> new Derivation(Function.COPY, 1, 2, List.of(parent)));
    }
    List<Parent> day = List.of(new Parent("departure", 0));
    refused(file, "arrival", d -> new Derivation(Function.COPY, 1, 3, day));
    refused(file, "name", d -> copyOf("quantity"));
    // A column twice, with different scales.
    List<Parent> twice = List.of(new Parent("price", 2), new Parent("price", 1));
    assertThrows(IllegalArgumentException.class, () -> new Derivation(Function.SUM, 1, 2, twice));
    // Cycles, of two columns and of a column that is a parent of another.
    byte[] circle =
        rebuilt(
            file,
            r ->
                switch (r.field().name()) {
                  case "quantity" -> copyOf("id");
                  case "id" -> copyOf("quantity");
                  default -> null;
                });
    assertRefused(circle, "quantity");
  }

  private static Derivation copyOf(String parent) {
    return new Derivation(Function.COPY, 1, 0, List.of(new Parent(parent, 0)));
  }

  private static void refused(RebuiltFile file, String column, UnaryOperator<Derivation> change)
      throws IOException {
    byte[] bytes =
        rebuilt(file, r -> r.field().name().equals(column) ? change.apply(r.derivation()) : null);
    assertRefused(bytes, column);
  }

  private interface NewDerivation {
    Derivation of(ColumnRecord record);
  }

  private static void assertRefused(byte[] bytes, String column) throws IOException {
    try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
      Schema one = f.schema().select(List.of(column));
      ReadRequest request = ReadRequest.all().withColumns(one);
      assertThrows(CorruptFileException.class, () -> RoundTripTest.read(f, request), column);
    }
    assertTrue(
        !FileVerifier.verify(new DamageTest.Bytes(bytes), new IoCounters()).isEmpty(), column);
  }

  private static byte[] rebuilt(RebuiltFile file, NewDerivation to) throws IOException {
    return file.write(
        (what, rowGroup, owner, node, bytes) -> {
          if (!what.equals("bucket")) {
            return bytes;
          }
          List<ColumnRecord> records = new ArrayList<>();
          for (ColumnRecord r : ColumnRecord.readBucket(bytes, 0, bytes.length)) {
            Derivation d = to.of(r);
            records.add(
                new ColumnRecord(
                    r.ordinal(),
                    r.group(),
                    r.positionInGroup(),
                    r.field(),
                    r.index(),
                    r.indexPart(),
                    r.statistics(),
                    r.pageStatistics(),
                    d == null ? r.derivation() : d,
                    r.copies()));
          }
          return ColumnRecord.writeBucket(records);
        });
  }

  @Test
  void anyByteMayBeDamaged() throws IOException {
    Batch rows = DerivedRows.rows(1100, 20, 0, new Random(9));
    damaged(rows, WrittenFile.write(dir, rows, DerivedRows.options("default", 1024)));
    rows = RelatedRows.rows(1100, 20, 0, new Random(9));
    damaged(
        rows, WrittenFile.write(dir, rows, RelatedRows.options("default", Profile.COMPACT, 1024)));
  }

  private static void damaged(Batch rows, String path) throws IOException {
    List<String> expected = RandomTables.texts(rows);
    RebuiltFile file = new RebuiltFile(Files.readAllBytes(Path.of(path)));
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 300; round++) {
      int owner = random.nextInt(rows.schema().size());
      int place = random.nextInt(1 << 20);
      int flip = 1 << random.nextInt(8);
      byte[] bytes =
          file.write(
              (what, rowGroup, o, node, b) -> {
                if (what.equals("page") && o == owner && b.length > 0) {
                  byte[] changed = b.clone();
                  changed[place % Math.min(b.length, 400)] ^= (byte) flip;
                  return changed;
                }
                return b;
              });
      try (FileReader f = FileReader.open(new DamageTest.Bytes(bytes), new IoCounters())) {
        assertEquals(expected.size(), RoundTripTest.read(f, ReadRequest.all()).size());
      } catch (CorruptFileException e) {
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", round " + round, e);
      }
    }
    assertTrue(refused > 0, "seed " + seed);
    // Any change without a new checksum is detected.
    byte[] whole = Files.readAllBytes(Path.of(path));
    for (int at = 0; at < whole.length; at += 211) {
      byte[] damaged = Arrays.copyOf(whole, whole.length);
      damaged[at] ^= 0x10;
      assertThrows(
          IOException.class,
          () -> {
            try (FileReader f = FileReader.open(new DamageTest.Bytes(damaged), new IoCounters())) {
              if (!FileVerifier.verify(new DamageTest.Bytes(damaged), new IoCounters()).isEmpty()) {
                throw new IOException("found");
              }
            }
          });
    }
  }
}
