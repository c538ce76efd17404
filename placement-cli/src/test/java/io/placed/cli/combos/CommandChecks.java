package io.placed.cli.combos;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.placed.cli.Cli;
import io.placed.cli.combos.Model.Col;
import io.placed.cli.combos.Model.State;
import io.placed.schema.Type;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** {@code placed count} and {@code placed diff}, compared with the model. */
final class CommandChecks {
  private final String path;
  private final Model model;
  private final Path scratch;
  private final Random random;

  /** The command, for messages. */
  String query = "";

  CommandChecks(String path, Model model, Path scratch, Random random) {
    this.path = path;
    this.model = model;
    this.scratch = scratch;
    this.random = random;
  }

  private long anySnapshot() {
    List<Long> ids = new ArrayList<>(model.snapshots.keySet());
    return random.nextBoolean() ? ids.get(random.nextInt(ids.size())) : model.newest();
  }

  private Cli.Result run(List<String> args) {
    query = String.join(" ", args);
    return Cli.run(args.toArray());
  }

  /** Null, or a description of how the result differs. */
  String count() {
    long id = anySnapshot();
    List<Map<Integer, Object>> rows = model.rows(id);
    List<String> args = new ArrayList<>(List.of("count", path));
    if (id != model.newest()) {
      args.addAll(List.of("--snapshot", Long.toString(id)));
    }
    long expected = rows.size();
    if (random.nextInt(4) > 0) {
      Condition c = Condition.random(model.snapshots.get(id).columns(), random, 2);
      args.addAll(List.of("--where", c.predicate().toString()));
      expected = rows.stream().filter(r -> Boolean.TRUE.equals(c.test().of(r))).count();
    }
    String found = run(args).ok().out().strip();
    return found.equals(Long.toString(expected)) ? null : found + ", expected " + expected;
  }

  /** Compares two snapshots. */
  String snapshots() {
    long a = anySnapshot();
    long b = anySnapshot();
    State first = model.snapshots.get(a);
    State second = model.snapshots.get(b);
    List<Col> left = new ArrayList<>();
    List<Col> right = new ArrayList<>();
    int differences = first.columns().size() + second.columns().size();
    for (Col c : first.columns()) {
      for (Col d : second.columns()) {
        if (c.name().equals(d.name())) {
          differences -= c.type().equals(d.type()) ? 2 : 1;
          if (areComparable(c.type(), d.type())) {
            left.add(c);
            right.add(d);
          }
        }
      }
    }
    Map<String, Integer> counts = new HashMap<>();
    model.rows(a).forEach(r -> counts.merge(text(r, left), 1, Integer::sum));
    model.rows(b).forEach(r -> counts.merge(text(r, right), -1, Integer::sum));
    int onlyFirst = counts.values().stream().mapToInt(n -> Math.max(0, n)).sum();
    int onlySecond = counts.values().stream().mapToInt(n -> Math.max(0, -n)).sum();

    String range = a + ":" + (b == model.newest() && random.nextBoolean() ? "" : b);
    Cli.Result result = run(List.of("diff", path, "--snapshots", range, "--json"));
    boolean equal = differences == 0 && onlyFirst == 0 && onlySecond == 0;
    if (result.code() != (equal ? 0 : 1)) {
      return "exit code " + result.code() + ", expected equal = " + equal + "; " + result.err();
    }
    JsonObject found =
        JsonParser.parseString(result.out()).getAsJsonObject().getAsJsonObject("difference");
    List<Long> expected =
        List.of(
            (long) differences,
            (long) left.size(),
            (long) model.rows(a).size(),
            (long) model.rows(b).size(),
            (long) onlyFirst,
            (long) onlySecond);
    List<Long> numbers = new ArrayList<>();
    numbers.add((long) found.getAsJsonArray("columns").size());
    for (String name :
        List.of("comparedColumns", "firstRows", "secondRows", "onlyFirst", "onlySecond")) {
      numbers.add(found.get(name).getAsLong());
    }
    return numbers.equals(expected) ? null : numbers + ", expected " + expected;
  }

  /** A copy in another format has the same rows, and without some of them it has not. */
  String copy(int number) {
    State state = model.now();
    String format = List.of("parquet", "orc", "placed").get(random.nextInt(3));
    String other = scratch.resolve("d" + number + "." + format).toString();
    run(List.of("convert", path, other)).ok();
    Cli.Result same = run(List.of("diff", path, other));
    if (same.code() != 0) {
      return same.out() + same.err();
    }
    Condition c = Condition.random(state.columns(), random, 1);
    long rows = model.rows(model.newest()).size();
    long kept =
        model.rows(model.newest()).stream()
            .filter(r -> Boolean.TRUE.equals(c.test().of(r)))
            .count();
    run(List.of("convert", path, other, "--overwrite", "--where", c.predicate().toString())).ok();
    Cli.Result fewer = run(List.of("diff", path, other, "--json"));
    JsonObject found =
        JsonParser.parseString(fewer.out()).getAsJsonObject().getAsJsonObject("difference");
    boolean right =
        fewer.code() == (kept == rows ? 0 : 1)
            && found.get("onlyFirst").getAsLong() == rows - kept
            && found.get("onlySecond").getAsLong() == 0;
    return right ? null : fewer.out() + ", expected " + (rows - kept) + " where " + c.predicate();
  }

  private static boolean areComparable(Type a, Type b) {
    return a.equals(b)
        || isInteger(a) && isInteger(b)
        || isFloating(a) && isFloating(b)
        || a.kind() == b.kind() && !a.isNested();
  }

  private static boolean isInteger(Type t) {
    return List.of(Type.INT8, Type.INT16, Type.INT32, Type.INT64).contains(t);
  }

  private static boolean isFloating(Type t) {
    return t.equals(Type.FLOAT) || t.equals(Type.DOUBLE);
  }

  /** The same for values that are the same number in another type. */
  private static String text(Map<Integer, Object> row, List<Col> columns) {
    return Model.text(plainRow(Model.values(row, columns)));
  }

  private static List<Object> plainRow(Object[] values) {
    List<Object> out = new ArrayList<>();
    for (Object v : values) {
      out.add(plain(v));
    }
    return out;
  }

  private static Object plain(Object value) {
    if (value instanceof Float f) {
      return f.doubleValue();
    }
    if (value instanceof BigDecimal d) {
      return d.signum() == 0 ? BigDecimal.ZERO : d.stripTrailingZeros();
    }
    return value;
  }
}
