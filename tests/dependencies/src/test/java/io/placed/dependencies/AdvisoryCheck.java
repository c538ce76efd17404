package io.placed.dependencies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks what is shipped against advisories and writes checked.txt: AdvisoryCheck FOLDER_OR_ZIP…
 */
final class AdvisoryCheck {

  private AdvisoryCheck() {}

  public static void main(String[] places) throws IOException {
    AdvisoryDatabase database = AdvisoryDatabase.read(Arrays.stream(places).map(Path::of).toList());
    SortedMap<Library, List<Advisory>> found = database.findings(ShippedLibraries.ofThisCheckout());

    SortedMap<Library, SortedSet<String>> findings = new TreeMap<>();
    found.forEach(
        (library, advisories) -> {
          findings.put(
              library,
              advisories.stream().map(Advisory::id).collect(Collectors.toCollection(TreeSet::new)));
          for (Advisory advisory : advisories) {
            System.out.printf(
                "%s (%s) %s: %s%n",
                advisory.id(), advisory.severity(), library, advisory.summary());
          }
        });
    String header =
        "Checked on "
            + LocalDate.now(ZoneOffset.UTC)
            + " against advisories up to "
            + database.newest();
    CheckedList list = new CheckedList(header, findings);
    Files.write(Path.of("checked.txt"), list.lines());
    System.out.printf("%s: %d libraries, %d advisories%n", header, found.size(), database.size());

    List<String> problems =
        Answers.parse(Files.readAllLines(Path.of("../../docs/dependencies.md"))).problems(list);
    problems.forEach(System.out::println);
    System.exit(problems.isEmpty() ? 0 : 1);
  }
}
