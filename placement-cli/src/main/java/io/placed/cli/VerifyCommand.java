package io.placed.cli;

import io.placed.cli.store.TableVerifier;
import io.placed.cli.text.Output;
import io.placed.cli.text.Progress;
import io.placed.scan.Damage;
import io.placed.text.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed verify}. */
@Command(
    name = "verify",
    header = "Verify all checksums, counts and values of tables.",
    description =
        "Lists all corrupt places with their offsets; the exit code is 3 if there are any.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed verify flights.placed",
      "  placed verify warehouse/* --json || echo corrupt",
    })
final class VerifyCommand extends BaseCommand {
  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Placed files or data sets.")
  private List<String> paths;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    TableVerifier verifier = new TableVerifier(environment);
    List<Damage> damage = new ArrayList<>();
    try (Progress bar = Progress.start("verifying", showsProgress())) {
      for (int i = 0; i < paths.size(); i++) {
        int before = i;
        damage.addAll(
            verifier.verify(
                paths.get(i), done -> bar.set((before + done) / paths.size(), paths.get(before))));
      }
    }
    if (json) {
      List<DamageJson> found =
          damage.stream().map(d -> new DamageJson(d.path(), d.offset(), d.detail())).toList();
      out().json(new Document(verifier.files(), verifier.bytes(), damage.isEmpty(), found));
    } else {
      print(verifier, damage);
    }
    return damage.isEmpty() ? 0 : PlacedCommand.EXIT_DAMAGED;
  }

  private void print(TableVerifier verifier, List<Damage> damage) {
    Output out = out();
    for (Damage d : damage) {
      out.println(
          String.format(Locale.ROOT, "%s: offset %d: %s", d.path(), d.offset(), d.detail()));
    }
    String checked =
        "%s, %s"
            .formatted(Amounts.count(verifier.files(), "file"), Amounts.bytes(verifier.bytes()));
    out.println(
        damage.isEmpty()
            ? "%s verified: no corruption".formatted(checked)
            : "%s verified: corruption in %s"
                .formatted(checked, Amounts.count(damage.size(), "place")));
  }

  private record Document(long files, long bytes, boolean sound, List<DamageJson> damage) {}

  private record DamageJson(String path, long offset, String detail) {}
}
