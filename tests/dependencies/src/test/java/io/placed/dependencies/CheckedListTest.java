package io.placed.dependencies;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckedListTest {

  private static final String NETTY =
      "Maven io.netty:netty-codec-http 4.2.13.Final with org.apache.spark:spark-sql_2.13";

  private static final List<String> LINES =
      List.of(
          "# Checked on 2026-11-28 against advisories up to 2026-11-27",
          "Maven com.google.code.gson:gson 2.15.0",
          NETTY + " CVE-2026-50020 GHSA-2c59-37c4-qrx5",
          "PyPI numpy 1.24");

  private static final List<String> ANSWERS =
      List.of(
          "| advisories | library | severity | answer |",
          "|---|---|---|---|",
          "| CVE-2026-50020 | `io.netty:netty-codec-http 4.2.13.Final`, with Spark | high | no"
              + " server |",
          "| GHSA-2c59-37c4-qrx5 | `io.netty:netty-codec-http 4.2.13.Final` | low | not called |");

  /** What is shipped was checked, and each advisory has an answer. */
  @Test
  void everythingThatIsShippedWasChecked() throws IOException {
    CheckedList list = CheckedList.parse(Files.readAllLines(Path.of("checked.txt")));
    List<String> problems = list.differences(ShippedLibraries.ofThisCheckout());
    problems.addAll(
        Answers.parse(Files.readAllLines(Path.of("../../docs/dependencies.md"))).problems(list));
    assertEquals(List.of(), problems, "see docs/dependencies.md");
  }

  @Test
  void whatIsParsedIsWritten() {
    assertEquals(LINES, CheckedList.parse(LINES).lines());
  }

  @Test
  void versionsThatWereNotCheckedAreNamed() {
    List<Library> shipped = new ArrayList<>(CheckedList.parse(LINES).findings().keySet());
    assertEquals(List.of(), CheckedList.parse(LINES).differences(shipped));
    shipped.remove(Library.maven("com.google.code.gson:gson", "2.15.0", ""));
    shipped.add(Library.maven("com.google.code.gson:gson", "2.8.0", ""));
    assertEquals(
        List.of(
            "Maven com.google.code.gson:gson 2.8.0 is shipped, but was not checked for advisories",
            "Maven com.google.code.gson:gson 2.15.0 was checked for advisories, but is not"
                + " shipped"),
        CheckedList.parse(LINES).differences(shipped));
  }

  @Test
  void eachAdvisoryHasAnAnswer() {
    assertEquals(List.of(), problems(ANSWERS));
    assertEquals(
        List.of("CVE-2026-50020 affects " + NETTY + ", and has no answer"),
        problems(List.of(ANSWERS.get(3))),
        "no row");
    assertEquals(
        List.of("CVE-2026-50020 affects " + NETTY + ", and has no answer"),
        problems(List.of(ANSWERS.get(2).replace("no server", ""), ANSWERS.get(3))),
        "an empty answer");
  }

  @Test
  void answersToWhatIsNotShippedAreNamed() {
    assertEquals(
        List.of(
            "CVE-2020-1 has an answer, but does not affect com.google.code.gson:gson 2.15.0 as"
                + " shipped"),
        problems(
            List.of(
                ANSWERS.get(2),
                ANSWERS.get(3),
                "| CVE-2020-1 | `com.google.code.gson:gson 2.15.0` | low | no |")));
    assertEquals(
        List.of(
            "CVE-2026-50020 affects " + NETTY + ", and has no answer",
            "CVE-2026-50020 has an answer, but does not affect io.netty:netty-codec-http"
                + " 4.1.0.Final as shipped"),
        problems(List.of(ANSWERS.get(2).replace("4.2.13", "4.1.0"), ANSWERS.get(3))));
  }

  private static List<String> problems(List<String> answers) {
    return Answers.parse(answers).problems(CheckedList.parse(LINES));
  }
}
