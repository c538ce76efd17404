package io.placed.cli;

import io.placed.cli.error.CliException;
import io.placed.cli.input.SnapshotOptions;
import io.placed.cli.store.TableRepair;
import io.placed.cli.store.TableVerifier;
import io.placed.cli.text.Output;
import io.placed.cli.text.Progress;
import io.placed.scan.Damage;
import io.placed.table.salvage.Loss;
import io.placed.table.salvage.Salvage.PartialRows;
import io.placed.text.Amounts;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed verify}. */
@Command(
    name = "verify",
    header = "Verify all checksums, counts and values of tables.",
    description = {
      "Lists all corrupt places with their offsets; the exit code is 3 if there are any. A path that"
          + " cannot be verified is an error, and the others are verified all the same.",
      "With --repair, everything that can still be read is copied to a new table, and what is lost"
          + " is listed: rows, and columns of rows, which are null in the copy. Damaged files are"
          + " not changed.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed verify flights.placed",
      "  placed verify warehouse/* --json || echo corrupt",
      "  placed verify warehouse/sales --repair warehouse/sales-repaired",
    })
final class VerifyCommand extends BaseCommand {
  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Placed files or data sets.")
  private List<String> paths;

  @Option(
      names = "--repair",
      paramLabel = "OUT",
      description = "Copy what is whole of one table to this path, which must not exist.")
  private String repair;

  @Option(
      names = "--whole-rows",
      description = "With --repair: leave out rows that have lost some of their columns.")
  private boolean wholeRows;

  @Mixin private SnapshotOptions at;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (repair != null) {
      return repair();
    }
    if (wholeRows || !at.moment().isNow()) {
      throw usage("--whole-rows, --snapshot and --as-of need --repair");
    }
    TableVerifier verifier = new TableVerifier(environment);
    Map<String, Exception> failed = new LinkedHashMap<>();
    try (Progress bar = Progress.start("verifying", showsProgress())) {
      for (int i = 0; i < paths.size(); i++) {
        int before = i;
        String path = paths.get(i);
        try {
          verifier.verify(path, done -> bar.set((before + done) / paths.size(), path));
        } catch (IOException | RuntimeException e) {
          failed.put(path, e);
        }
      }
    }
    int code = verifier.damage().isEmpty() ? 0 : PlacedCommand.EXIT_DAMAGED;
    for (Exception e : failed.values()) {
      code = Math.max(code, failure(e));
    }
    return verdict(
        code,
        () -> {
          if (json) {
            out().json(document(verifier, failed));
          } else if (failed.size() < paths.size() || !verifier.damage().isEmpty()) {
            print(verifier, failed.size());
          }
        });
  }

  private static Document document(TableVerifier verifier, Map<String, Exception> failed) {
    List<DamageJson> damage =
        verifier.damage().stream()
            .map(d -> new DamageJson(d.path(), d.offset(), d.detail()))
            .toList();
    List<FailureJson> failures =
        failed.entrySet().stream()
            .map(e -> new FailureJson(e.getKey(), Errors.sentence(e.getValue())))
            .toList();
    boolean sound = damage.isEmpty() && failures.isEmpty();
    return new Document(verifier.files(), verifier.bytes(), sound, damage, failures);
  }

  private int repair() throws Exception {
    if (paths.size() != 1) {
      throw usage("--repair copies one table, found " + paths.size() + " paths");
    }
    String path = paths.get(0);
    if (environment.forPath(repair).exists(repair)) {
      throw new CliException(repair + " already exists; a repaired table goes to a new path");
    }
    if (isInside(path, repair)) {
      throw new CliException(
          repair
              + " is in the directory of the damaged table "
              + path
              + ", which is not changed; a repaired table goes to a path outside of it");
    }
    TableRepair table =
        new TableRepair(
            environment,
            path,
            at.moment(),
            wholeRows ? PartialRows.LEFT_OUT : PartialRows.WITH_NULLS);
    TableRepair.Result result = repaired(table);
    return verdict(
        result.losses().isEmpty() ? 0 : PlacedCommand.EXIT_DAMAGED,
        () -> {
          if (json) {
            out()
                .json(
                    new Repaired(path, repair, result.rows(), result.lostRows(), result.losses()));
          } else {
            print(result);
          }
        });
  }

  /** Also if one of the paths leads through symbolic links. */
  private boolean isInside(String directory, String path) throws IOException {
    String real = environment.forPath(directory).realPath(directory);
    return environment.forPath(path).realPath(path).startsWith(real + "/");
  }

  private TableRepair.Result repaired(TableRepair table) throws Exception {
    try (Progress bar = Progress.start("repairing", showsProgress())) {
      return argument(() -> table.into(repair, done -> bar.set(done, "")));
    }
  }

  private void print(TableRepair.Result result) {
    for (Loss l : result.losses()) {
      out()
          .println(
              String.format(
                  Locale.ROOT,
                  "%s: rows %d to %d: lost%s: %s",
                  l.path(),
                  l.firstRow(),
                  l.firstRow() + l.rows() - 1,
                  l.column() == null ? "" : " column " + l.column(),
                  l.detail()));
    }
    String copied = "%s: %s copied".formatted(repair, Amounts.count(result.rows(), "row"));
    String lost =
        result.losses().isEmpty()
            ? "nothing lost"
            : "%s not; columns with lost values: %s"
                .formatted(
                    Amounts.count(result.lostRows(), "row"),
                    result.columns().isEmpty() ? "none" : String.join(", ", result.columns()));
    out().println(copied + ", " + lost);
  }

  private void print(TableVerifier verifier, int failed) {
    Output out = out();
    List<Damage> damage = verifier.damage();
    for (Damage d : damage) {
      out.println(
          String.format(Locale.ROOT, "%s: offset %d: %s", d.path(), d.offset(), d.detail()));
    }
    String checked =
        "%s, %s"
            .formatted(Amounts.count(verifier.files(), "file"), Amounts.bytes(verifier.bytes()));
    String result =
        damage.isEmpty()
            ? "%s verified: no corruption".formatted(checked)
            : "%s verified: corruption in %s"
                .formatted(checked, Amounts.count(damage.size(), "place"));
    out.println(
        failed == 0
            ? result
            : result + "; %s could not be verified".formatted(Amounts.count(failed, "path")));
  }

  private record Document(
      long files, long bytes, boolean sound, List<DamageJson> damage, List<FailureJson> failed) {}

  private record Repaired(
      String path, String output, long rows, long lostRows, List<Loss> losses) {}

  private record DamageJson(String path, long offset, String detail) {}

  private record FailureJson(String path, String error) {}
}
