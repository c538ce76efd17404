package io.placed.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
  void bashCompletesValuesAfterAnEqualsSign() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    assertEquals(List.of("fast"), completed("placed", "convert", "--profile", "=", "fa"));
    assertEquals(
        List.of("fast", "balanced", "compact"), completed("placed", "convert", "--profile", "="));
  }

  @Test
  void bashTakesFilesNamedLikeCommandsForFiles() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    assertEquals(List.of("--raw"), completed("placed", "inspect", "count", "--ra"));
    assertEquals(List.of("measure"), completed("placed", "device", ""));
    assertEquals(List.of("--size"), completed("placed", "device", "measure", "--si"));
    assertEquals(List.of(), completed("placed", "convert", "co"));
  }

  /** Readline completes files, with blanks and quotes, unless the script forbids it. */
  @Test
  void bashCompletesFilesWhereTheyBelong() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash");
    assertTrue(filesAreCompleted("placed", "convert", "my"));
    assertTrue(filesAreCompleted("placed", "convert", "--reorder", "none", "my"));
    assertTrue(filesAreCompleted("placed", "advise", "t", "--workload", "my"));
    assertTrue(filesAreCompleted("placed", "map", "t", "-o", ""));
    assertFalse(filesAreCompleted("placed", "convert", "--reorder", "my"));
    assertFalse(filesAreCompleted("placed", "convert", "--profile", "my"));
    assertFalse(filesAreCompleted("placed", "convert", "--my"));
    assertFalse(filesAreCompleted("placed", "my"));
    assertFalse(filesAreCompleted("placed", "completion", ""));
  }

  @Test
  void zshCompletes() throws Exception {
    assumeTrue(
        Stream.of("/bin/zsh", "/usr/bin/zsh").map(Path::of).anyMatch(Files::isExecutable),
        "no zsh");
    Files.createFile(dir.resolve("my file.placed"));
    assertEquals("placed convert ", inZsh("placed conv"));
    assertEquals("placed head --row-numbers=", inZsh("placed head --row-n"));
    assertEquals("placed convert --profile=fast ", inZsh("placed convert --profile=fa"));
    assertEquals("placed convert --profile fast ", inZsh("placed convert --profile fa"));
    assertEquals("placed inspect count --raw ", inZsh("placed inspect count --ra"));
    assertEquals("placed device measure --size=", inZsh("placed device measure --si"));
    assertEquals("placed metadata t tags ", inZsh("placed metadata t ta"));
    assertEquals("placed convert my\\ file.placed ", inZsh("placed convert my"));
    assertEquals(
        "placed advise t --workload=my\\ file.placed ", inZsh("placed advise t --workload=my"));
    assertEquals("placed convert --reorder my", inZsh("placed convert --reorder my"));
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
  }

  /** What bash would offer for the last word, beside files. */
  private List<String> completed(String... words) throws IOException, InterruptedException {
    return bash("printf '%s\\n' \"${COMPREPLY[@]}\"", words).lines().toList();
  }

  private boolean filesAreCompleted(String... words) throws IOException, InterruptedException {
    return bash("if [[ \"$forbidden\" == '' && ${#COMPREPLY[@]} == 0 ]]; then echo yes; fi", words)
        .equals("yes");
  }

  private String bash(String command, String... words) throws IOException, InterruptedException {
    Path script = dir.resolve("placed.bash");
    if (Files.notExists(script)) {
      Files.writeString(script, Cli.run("completion", "bash").ok().out());
    }
    String quoted = Arrays.stream(words).map(w -> "'" + w + "'").collect(Collectors.joining(" "));
    return run(
        "/bin/bash",
        "--norc",
        "-c",
        String.format(
            Locale.ROOT,
            """
            source '%s'; forbidden=
            compopt() { if [[ "$*" == '+o default' ]]; then forbidden=true; fi; }
            COMP_WORDS=(%s); COMP_CWORD=%d; _placed
            %s
            """,
            script,
            quoted,
            words.length - 1,
            command));
  }

  /** What a line becomes by the tabulator key, in a zsh with a terminal of its own. */
  private String inZsh(String line) throws IOException, InterruptedException {
    Path script = dir.resolve("placed.zsh");
    if (Files.notExists(script)) {
      Files.writeString(script, Cli.run("completion", "zsh").ok().out());
      Files.writeString(
          dir.resolve(".zshrc"),
          """
          cd '%s'
          autoload -Uz compinit && compinit -u -D
          source '%s'
          unsetopt beep; PS1=''
          show() { print -r -- "<<$BUFFER>>" > answer; exit }
          zle -N show; bindkey '^X' show
          """
              .formatted(dir, script));
    }
    Path answer = dir.resolve("answer");
    Files.deleteIfExists(answer);
    run(
        "/usr/bin/env",
        "ZDOTDIR=" + dir,
        "TERM=dumb",
        "zsh",
        "-f",
        "-c",
        """
        zmodload zsh/zpty
        zpty shell zsh -d -i
        zpty -w -n shell "$1"$'\\t\\x18'
        while zpty -r shell line; do :; done
        """,
        "zsh",
        line);
    String found = Files.readString(answer).strip();
    return found.substring(2, found.length() - 2);
  }

  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    return out.strip();
  }
}
