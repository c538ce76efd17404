package io.placed.dependencies;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What we say to each advisory: the table of docs/dependencies.md whose rows begin with numbers of
 * advisories.
 */
final class Answers {

  private static final Pattern ROW =
      Pattern.compile(
          "\\| ((?:CVE|GHSA|PYSEC)-[^|]*) \\| `([^`|]+)`[^|]* \\| ([^|]*) \\| ([^|]*) \\|");

  private final List<Answer> answers = new ArrayList<>();

  static Answers parse(List<String> markdown) {
    Answers answers = new Answers();
    for (String line : markdown) {
      Matcher row = ROW.matcher(line);
      if (row.matches() && !row.group(4).isBlank()) {
        answers.answers.add(
            new Answer(new TreeSet<>(List.of(row.group(1).split(", ", -1))), row.group(2)));
      }
    }
    return answers;
  }

  /**
   * Advisories of the list without an answer, and answers to what is not in the list, in sentences.
   */
  List<String> problems(CheckedList list) {
    List<String> problems = new ArrayList<>();
    list.findings()
        .forEach(
            (library, advisories) -> {
              for (String advisory : advisories) {
                if (answers.stream().noneMatch(answer -> answer.isTo(advisory, library))) {
                  problems.add(advisory + " affects " + library + ", and has no answer");
                }
              }
            });
    for (Answer answer : answers) {
      for (String advisory : answer.advisories) {
        boolean found =
            list.findings().entrySet().stream()
                .anyMatch(
                    entry ->
                        answer.isTo(advisory, entry.getKey())
                            && entry.getValue().contains(advisory));
        if (!found) {
          problems.add(
              advisory
                  + " has an answer, but does not affect "
                  + answer.coordinates
                  + " as shipped");
        }
      }
    }
    return problems;
  }

  private record Answer(SortedSet<String> advisories, String coordinates) {

    boolean isTo(String advisory, Library library) {
      return advisories.contains(advisory) && coordinates.equals(library.coordinates());
    }
  }
}
