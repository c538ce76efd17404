package io.placed.scan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.placed.Chosen;
import io.placed.compression.Compression;
import io.placed.encoding.Profile;
import io.placed.schema.Field;
import io.placed.schema.Schema;
import io.placed.schema.Type;
import io.placed.schema.TypeKind;
import io.placed.vector.Batch;
import io.placed.write.options.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random changes to files, with corrected checksums: the documented error or some rows, in bounded
 * time and memory. {@code -Dplaced.fuzz.rounds} sets the duration and {@code -Dplaced.fuzz.seed}
 * the seed.
 */
class MutationFuzzTest {
  private static final long MAX_NANOS = 10_000_000_000L;
  private static final long MAX_ALLOCATED = 300L << 20;

  @TempDir Path dir;

  private record Base(String name, RebuiltFile file, String predicate) {}

  @Test
  void mutatedContent() throws IOException {
    long seed = Long.getLong("placed.fuzz.seed", new Random().nextLong());
    int rounds = Integer.getInteger("placed.fuzz.rounds", Chosen.rounds(1500, 4000));
    long end = System.nanoTime() + (rounds > 4000 ? Long.MAX_VALUE / 2 : 25_000_000_000L);
    Random random = new Random(seed);
    List<Base> bases = bases(new Random(7));
    Map<String, Integer> outcomes = new TreeMap<>();
    long worstBytes = 0;
    long worstNanos = 0;
    int done = 0;
    Map<String, AssertionError> failures = new LinkedHashMap<>();
    for (; done < rounds && System.nanoTime() < end; done++) {
      long roundSeed = random.nextLong();
      Random r = new Random(roundSeed);
      Base base = bases.get(r.nextInt(bases.size()));
      PartMutator mutator = new PartMutator(r, base.file());
      byte[] bytes = base.file().write(mutator);
      String what =
          "seed " + seed + ", round " + done + ", " + base.name() + ", " + mutator.describe();
      long nanos = HostileUse.usedNanos();
      long allocated = HostileUse.allocatedBytes();
      String outcome;
      try {
        outcome = HostileUse.use(bytes, base.predicate(), what);
      } catch (AssertionError e) {
        failures.putIfAbsent(signature(e), e);
        continue;
      }
      nanos = HostileUse.usedNanos() - nanos;
      allocated = HostileUse.allocatedBytes() - allocated;
      outcomes.merge(outcome, 1, Integer::sum);
      worstNanos = Math.max(worstNanos, nanos);
      worstBytes = Math.max(worstBytes, allocated);
      if (nanos > MAX_NANOS || allocated > MAX_ALLOCATED) {
        String cost = nanos / 1_000_000 + " ms, " + (allocated >> 20) + " MiB";
        failures.putIfAbsent(mutator.describe(), new AssertionError(what + " took " + cost));
      }
    }
    if (rounds > 4000) {
      System.out.println(
          done
              + " rounds, seed "
              + seed
              + ": "
              + outcomes
              + ", worst "
              + worstNanos / 1_000_000
              + " ms, "
              + (worstBytes >> 20)
              + " MiB allocated");
    }
    assertTrue(done > 100, "only " + done + " rounds");
    if (!failures.isEmpty()) {
      AssertionError all = new AssertionError(describe(failures));
      failures.values().forEach(all::addSuppressed);
      throw all;
    }
  }

  private static String describe(Map<String, AssertionError> failures) {
    StringBuilder out = new StringBuilder(failures.size() + " failures");
    failures.forEach(
        (where, e) -> {
          Throwable cause = e.getCause() != null ? e.getCause() : e;
          out.append("\n").append(where).append(": ").append(e.getMessage());
          out.append(": ").append(cause.getMessage());
        });
    return out.toString();
  }

  /** Failures at the same place count as one. */
  private static String signature(AssertionError e) {
    Throwable cause = e.getCause() != null ? e.getCause() : e;
    String frames =
        Arrays.stream(cause.getStackTrace())
            .filter(f -> f.getClassName().startsWith("io.placed"))
            .limit(4)
            .map(f -> f.getFileName() + ":" + f.getLineNumber())
            .collect(Collectors.joining(" < "));
    return cause.getClass().getSimpleName() + " " + frames;
  }

  private List<Base> bases(Random random) throws IOException {
    List<Base> out = new ArrayList<>();
    String[] placements = {
      "default",
      "parquet",
      "column-groups=all stride 1; row-group=20 rows",
      "column-groups=all stride 1024; row-group=2000 rows",
      "row-group=10 rows",
      "column-groups=(k, c0) stride 1"
    };
    for (String placement : placements) {
      for (String codec : List.of("none", "lz4", "zstd")) {
        RandomTables tables = new RandomTables(random.nextLong());
        boolean every = random.nextBoolean();
        List<Field> fields = new ArrayList<>();
        fields.add(Field.of("k", Type.INT32));
        fields.add(Field.of("c0", Type.list(Type.struct(Field.of("a", Type.INT32)))));
        for (Field f : every ? tables.everyType().fields() : tables.schema().fields()) {
          if (fields.stream().noneMatch(x -> x.name().equals(f.name()))) {
            fields.add(new Field(0, f.name(), f.type(), f.nullable()));
          }
        }
        Schema schema = Schema.of(strip(fields));
        int rows = every ? 25 : placement.contains("10 rows") ? 35 : 2500;
        byte[] bytes =
            WrittenFile.bytes(
                dir, tables.rows(schema, rows), WrittenFile.options(placement, codec));
        String predicate = "k >= 0";
        for (Field f : schema.fields()) {
          if (f.type().kind() == TypeKind.STRING) {
            predicate += " or " + f.name() + " > 'v3'";
          }
        }
        out.add(new Base(placement + " " + codec + " " + rows, new RebuiltFile(bytes), predicate));
      }
    }
    out.addAll(derivedBases(random));
    return out;
  }

  /** Files with derived columns, nulls and exceptions. */
  private List<Base> derivedBases(Random random) throws IOException {
    List<Base> out = new ArrayList<>();
    String[] placements = {"default", "row-group=1500 rows", "column-groups=all stride 1024"};
    for (String placement : placements) {
      for (String codec : List.of("none", "zstd")) {
        Batch rows = DerivedRows.rows(2500, 20, 100, random);
        WriteOptions options =
            WrittenFile.options(placement, "none")
                .withProfile(Profile.COMPACT)
                .withCompression(Compression.parse(codec));
        RebuiltFile file = new RebuiltFile(WrittenFile.bytes(dir, rows, options));
        String predicate = "net > 300 and arrival >= date '2001-01-01' or dec_total < 5000";
        out.add(new Base("derived " + placement + " " + codec, file, predicate));
      }
    }
    return out;
  }

  private static List<Field> strip(List<Field> fields) {
    return new ArrayList<>(
        Schema.parse(
                Schema.of(fields.stream().map(MutationFuzzTest::fresh).toList())
                    .toString()
                    .replaceAll("#\\d+", ""))
            .fields());
  }

  private static Field fresh(Field f) {
    return Field.of(f.name(), f.type());
  }
}
