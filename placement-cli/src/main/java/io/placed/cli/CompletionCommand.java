package io.placed.cli;

import java.io.PrintWriter;
import java.io.Writer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code placed completion}. */
@Command(
    name = "completion",
    header = "Print a script with which a shell completes commands, options and their values.",
    description = {
      "The script needs neither Java nor Placed while it completes.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed completion bash > ~/.local/share/bash-completion/completions/placed",
      "  echo 'source <(placed completion bash)' >> ~/.bashrc",
      "  placed completion zsh > ~/.zfunc/_placed     # a directory of $fpath",
      "  echo 'source <(placed completion zsh)' >> ~/.zshrc",
    })
final class CompletionCommand extends BaseCommand {
  private enum Shell {
    BASH,
    ZSH;

    @Override
    public String toString() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Shell shell;

  @Override
  public Integer call() {
    PrintWriter none = new PrintWriter(Writer.nullWriter());
    CommandLine placed = PlacedCommand.commandLine(none, none);
    out().print(shell == Shell.BASH ? CompletionScript.bash(placed) : CompletionScript.zsh(placed));
    return 0;
  }
}
