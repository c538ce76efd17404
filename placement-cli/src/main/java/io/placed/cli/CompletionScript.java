package io.placed.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The scripts for the completion of shells. Picocli's own script, one for bash and zsh, offers no
 * files in bash, takes a file that is named like a command for that command, and changes options
 * and aliases of zsh.
 */
final class CompletionScript {
  /** The labels of values that are files or directories. */
  private static final Set<String> FILES =
      Set.of("FILE", "PATH", "DIR", "DIRECTORY", "OUT", "TABLE", "INPUT… OUTPUT", "W");

  private static final int DESCRIPTION = 90;

  private CompletionScript() {}

  // ---- What both shells say.

  /** By its words after {@code placed}; the empty text is the command itself. */
  private static Map<String, CommandSpec> commands(CommandLine root) {
    Map<String, CommandSpec> out = new TreeMap<>();
    add(out, "", root);
    return out;
  }

  private static void add(Map<String, CommandSpec> out, String name, CommandLine line) {
    out.put(name, line.getCommandSpec());
    line.getSubcommands().forEach((n, sub) -> add(out, (name + " " + n).strip(), sub));
  }

  private static List<OptionSpec> options(CommandSpec command) {
    return command.options().stream().filter(o -> !o.hidden()).toList();
  }

  private static List<PositionalParamSpec> positionals(CommandSpec command) {
    return command.positionalParameters().stream().filter(p -> !p.hidden()).toList();
  }

  private static boolean takesValue(OptionSpec option) {
    return option.arity().max() > 0;
  }

  private static List<String> words(ArgSpec arg) {
    return arg.completionCandidates() == null
        ? List.of()
        : StreamSupport.stream(arg.completionCandidates().spliterator(), false).toList();
  }

  private static boolean isFile(ArgSpec arg) {
    return words(arg).isEmpty() && FILES.contains(arg.paramLabel());
  }

  // ---- bash

  static String bash(CommandLine root) {
    StringBuilder out = new StringBuilder();
    out.append(
        """
        # Completion of placed for bash, written by: placed completion bash

        _placed() {
          local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD - 1]}" command='' i
          # Bash makes --option=value three words.
          if [[ "$cur" == '=' ]]; then
            cur=''
          elif [[ "$prev" == '=' ]] && ((COMP_CWORD > 1)); then
            prev="${COMP_WORDS[COMP_CWORD - 2]}"
          fi
          local commands=' %s '
          for ((i = 1; i < COMP_CWORD; i++)); do
            if [[ "${COMP_WORDS[i]}" == -* ]]; then continue; fi
            if [[ -n "$command" && "$commands" != *" $command/${COMP_WORDS[i]} "* ]]; then break; fi
            command="${command:+$command/}${COMP_WORDS[i]}"
          done
          # The values of the option before, the words that may stand here, and whether files may.
          local values='' words='' options='' files=false
          case "$command" in
        """
            .formatted(
                commands(root).keySet().stream()
                    .filter(c -> !c.isEmpty())
                    .map(c -> c.replace(' ', '/'))
                    .collect(Collectors.joining(" "))));
    commands(root).forEach((name, command) -> bash(out, name, command));
    out.append(
        """
          esac
          COMPREPLY=()
          if [[ "$values" != files && ("$values" != '' || "$cur" == -* || $files == false) ]]; then
            # No names of files where none belong.
            if type compopt &> /dev/null; then compopt +o default; fi
          fi
          if [[ -n "$values" ]]; then
            words="$values"
          elif [[ "$cur" == -* ]]; then
            words="$options"
          fi
          if [[ "$words" != files && "$words" != none ]]; then
            local IFS=$' \\t\\n'
            COMPREPLY=($(compgen -W "$words" -- "$cur"))
          fi
        }

        complete -o default -F _placed placed
        """);
    return out.toString();
  }

  private static void bash(StringBuilder out, String name, CommandSpec command) {
    List<String> names = new ArrayList<>();
    Map<String, List<String>> cases = new TreeMap<>();
    for (OptionSpec o : options(command)) {
      names.addAll(List.of(o.names()));
      if (takesValue(o)) {
        String values = isFile(o) ? "files" : String.join(" ", words(o));
        cases
            .computeIfAbsent(values.isEmpty() ? "none" : values, v -> new ArrayList<>())
            .addAll(List.of(o.names()));
      }
    }
    List<String> here = new ArrayList<>(command.subcommands().keySet());
    positionals(command).forEach(p -> here.addAll(words(p)));
    out.append("    '").append(name.replace(' ', '/')).append("')\n");
    out.append("      options='").append(String.join(" ", names)).append("'\n");
    if (!here.isEmpty()) {
      out.append("      words='").append(String.join(" ", here)).append("'\n");
    }
    if (positionals(command).stream().anyMatch(CompletionScript::isFile)) {
      out.append("      files=true\n");
    }
    if (!cases.isEmpty()) {
      out.append("      case \"$prev\" in\n");
      cases.forEach(
          (values, of) ->
              out.append("        ")
                  .append(String.join(" | ", of))
                  .append(") values='")
                  .append(values)
                  .append("' ;;\n"));
      out.append("      esac\n");
    }
    out.append("      ;;\n");
  }

  // ---- zsh

  static String zsh(CommandLine root) {
    StringBuilder out = new StringBuilder();
    out.append(
        """
        #compdef placed
        # Completion of placed for zsh, written by: placed completion zsh

        """);
    commands(root).forEach((name, command) -> zsh(out, name, command));
    out.append(
        """
        if [[ "${funcstack[1]}" == _placed ]]; then
          _placed "$@" # a file of $fpath, at the first completion
        else
          (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
          compdef _placed placed
        fi
        """);
    return out.toString();
  }

  private static void zsh(StringBuilder out, String name, CommandSpec command) {
    String function = ("_placed " + name).strip().replace(' ', '_');
    Map<String, CommandLine> subcommands = command.subcommands();
    List<String> specs = new ArrayList<>();
    options(command).forEach(o -> specs.add(zsh(o)));
    if (!subcommands.isEmpty()) {
      specs.add("'1:command:->command'");
      specs.add("'*::argument:->argument'");
    } else {
      int i = 0;
      for (PositionalParamSpec p : positionals(command)) {
        i++;
        boolean many = p.arity().max() > 1 || p.type().isArray() || p.isMultiValue();
        specs.add("'" + (many ? "*" : String.valueOf(i)) + zshValue(p) + "'");
      }
    }
    out.append(function).append("() {\n");
    if (!subcommands.isEmpty()) {
      out.append("  local curcontext=\"$curcontext\" state line\n  local -A opt_args\n");
    }
    out.append("  _arguments ").append(subcommands.isEmpty() ? "" : "-C ").append("\\\n    ");
    out.append(String.join(" \\\n    ", specs)).append('\n');
    if (!subcommands.isEmpty()) {
      zshSubcommands(out, function, subcommands);
    }
    out.append("}\n\n");
  }

  private static void zshSubcommands(
      StringBuilder out, String function, Map<String, CommandLine> subcommands) {
    out.append("  case \"$state\" in\n    command)\n      local -a commands=(\n");
    subcommands.forEach(
        (name, line) ->
            out.append("        '")
                .append(name)
                .append(':')
                .append(escape(first(line.getCommandSpec().usageMessage().header())))
                .append("'\n"));
    out.append("      )\n      _describe -t commands command commands\n      ;;\n");
    out.append("    argument)\n      curcontext=\"${curcontext%:*:*}:placed-${words[1]}:\"\n");
    out.append("      case \"${words[1]}\" in\n        ");
    out.append(String.join(" | ", subcommands.keySet()));
    out.append(") ").append(function).append("_${words[1]} ;;\n");
    out.append("      esac\n      ;;\n  esac\n");
  }

  private static String zsh(OptionSpec option) {
    List<String> names = new ArrayList<>();
    for (String n : option.names()) {
      names.add(n + (!takesValue(option) ? "" : n.startsWith("--") ? "=" : "+"));
    }
    String rest =
        "'["
            + escape(first(option.description()))
            + "]"
            + (takesValue(option) ? zshValue(option) : "")
            + "'";
    if (option.isMultiValue()) {
      return names.stream().map(n -> "'*" + n + "'" + rest).collect(Collectors.joining(" "));
    }
    return names.size() == 1
        ? names.get(0) + rest
        : "'(" + String.join(" ", option.names()) + ")'{" + String.join(",", names) + "}" + rest;
  }

  private static String zshValue(ArgSpec arg) {
    String action =
        !words(arg).isEmpty()
            ? "(" + String.join(" ", words(arg)) + ")"
            : isFile(arg) ? "_files" : " ";
    return ":" + escape(arg.paramLabel()) + ":" + action;
  }

  /** The first sentence of a description, as plain text. */
  private static String first(String[] description) {
    String text =
        String.join(" ", description)
            .replace("${COMPLETION-CANDIDATES}", "…")
            .replace("%n", " ")
            .replace("%%", "%")
            .strip();
    int end = text.indexOf(". ");
    text = end > 0 ? text.substring(0, end) : text.replaceAll("\\.$", "");
    return text.length() <= DESCRIPTION
        ? text
        : text.substring(0, text.lastIndexOf(' ', DESCRIPTION)) + " …";
  }

  /** For a text in single quotes that zsh evaluates again. */
  private static String escape(String text) {
    return text.replaceAll("[\\\\\\[\\]:$`\"]", "\\\\$0").replace("'", "'\\''");
  }
}
