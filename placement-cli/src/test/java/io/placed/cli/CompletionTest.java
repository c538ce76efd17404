package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {
  @TempDir Path dir;

  @Test
  void bashCompletesCommandsOptionsAndValues() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    assertEquals(List.of("convert", "count", "completion"), completed("placed", "co"));
    assertEquals(List.of("--row-numbers"), completed("placed", "head", "--row-n"));
    assertTrue(completed("placed", "cat", "--").contains("--where"));
    assertTrue(completed("placed", "cat", "--from", "").contains("parquet"));
    assertEquals(List.of("bash", "zsh"), completed("placed", "completion", ""));
    for (String command : List.of("convert", "rewrite")) {
      assertEquals(
          List.of("fast", "balanced", "compact"), completed("placed", command, "--profile", ""));
      assertEquals(
          List.of("none", "lz4", "zstd"), completed("placed", command, "--compression", ""));
    }
  }

  @Test
  void everyCommandIsCompleted() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    List<String> found = completed("placed", "");
    for (String line : Cli.run("--help").ok().out().lines().toList()) {
      if (line.matches("  [a-z][a-z-]* .*") && !line.startsWith("  placed ")) {
        String command = line.strip().split(" ", 2)[0];
        assertTrue(found.contains(command), command + " is not in " + found);
      }
    }
    assertTrue(found.size() > 25, found.toString());
  }

  @Test
  void wrongShellsAreRefused() {
    assertTrue(Cli.run("completion", "fish").fails(2).err().contains("BASH, ZSH"));
    Cli.run("completion").fails(2);
    assertEquals(Cli.run("completion", "bash").ok().out(), Cli.run("completion", "zsh").ok().out());
  }

  /** What bash would offer for the last word. */
  private List<String> completed(String... words) throws IOException, InterruptedException {
    Path script = dir.resolve("placed.bash");
    if (Files.notExists(script)) {
      Files.writeString(script, Cli.run("completion", "bash").ok().out());
    }
    StringBuilder quoted = new StringBuilder();
    Arrays.stream(words).forEach(w -> quoted.append(" '").append(w).append('\''));
    Process bash =
        new ProcessBuilder(
                "/bin/bash",
                "--norc",
                "-c",
                "source '"
                    + script
                    + "'; COMP_WORDS=("
                    + quoted
                    + "); COMP_CWORD="
                    + (words.length - 1)
                    + "; _complete_placed 2> /dev/null;"
                    + " printf '%s\\n' \"${COMPREPLY[@]}\"")
            .redirectErrorStream(true)
            .start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(bash.waitFor(1, TimeUnit.MINUTES));
    return out.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
  }
}
