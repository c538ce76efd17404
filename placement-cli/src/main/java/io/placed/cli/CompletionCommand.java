package io.placed.cli;

import java.io.PrintWriter;
import java.io.Writer;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code placed completion}. */
@Command(
    name = "completion",
    header = "Print a script with which a shell completes commands, options and their values.",
    description = {
      "The script needs neither Java nor Placed while it completes. Of zsh it needs the functions"
          + " compinit and bashcompinit, which it loads itself.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  placed completion bash > ~/.local/share/bash-completion/completions/placed",
      "  echo 'source <(placed completion bash)' >> ~/.bashrc",
      "  echo 'source <(placed completion zsh)' >> ~/.zshrc",
    })
final class CompletionCommand extends BaseCommand {
  /** Picocli writes one script for both. */
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
    out().print(AutoComplete.bash("placed", PlacedCommand.commandLine(none, none)));
    return 0;
  }
}
