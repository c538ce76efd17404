package io.placed.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.placed.cli.store.TableVerifier;
import io.placed.cli.text.Amounts;
import io.placed.cli.text.Output;
import io.placed.cli.text.Progress;
import io.placed.scan.verify.Damage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code placed verify}. */
@Command(
    name = "verify",
    header = "Check every checksum, count and value of tables.",
    description = "Lists all damage with its offset and ends with exit code 3 if there is any.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed verify flights.placed",
      "  placed verify warehouse/* --json || echo damaged",
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
      out().json(json(verifier, damage));
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
            ? "%s checked: no damage".formatted(checked)
            : "%s checked: damage in %s".formatted(checked, Amounts.count(damage.size(), "place")));
  }

  private static JsonObject json(TableVerifier verifier, List<Damage> damage) {
    JsonObject root = new JsonObject();
    root.addProperty("files", verifier.files());
    root.addProperty("bytes", verifier.bytes());
    root.addProperty("sound", damage.isEmpty());
    JsonArray list = new JsonArray();
    for (Damage d : damage) {
      JsonObject o = new JsonObject();
      o.addProperty("path", d.path());
      o.addProperty("offset", d.offset());
      o.addProperty("detail", d.detail());
      list.add(o);
    }
    root.add("damage", list);
    return root;
  }
}
