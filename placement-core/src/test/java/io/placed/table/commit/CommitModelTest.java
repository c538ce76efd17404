package io.placed.table.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.ast.Module;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The model of commits and rollbacks beside a vacuum, {@code docs/design/commit.als}: what must
 * hold does in all behaviours up to its bounds, and each rule that is left out is missed.
 */
class CommitModelTest {
  private static final Path MODEL = Path.of("../docs/design/commit.als");

  /** Bounds that take some seconds. */
  private static final String SHORT = "Short";

  @TestFactory
  Stream<DynamicTest> shortBehavioursAreSafe() {
    return commands(true);
  }

  @Tag("long")
  @TestFactory
  Stream<DynamicTest> everyCommandFindsWhatItExpects() {
    return commands(false);
  }

  private static Stream<DynamicTest> commands(boolean areShort) {
    Module model = CompUtil.parseEverything_fromFile(A4Reporter.NOP, null, MODEL.toString());
    List<Command> commands =
        model.getAllCommands().stream().filter(c -> c.label.endsWith(SHORT) == areShort).toList();
    assertFalse(commands.isEmpty());
    return commands.stream()
        .map(command -> DynamicTest.dynamicTest(command.label, () -> check(model, command)));
  }

  private static void check(Module model, Command command) {
    A4Solution found =
        TranslateAlloyToKodkod.execute_command(
            A4Reporter.NOP, model.getAllReachableSigs(), command, new A4Options());
    assertEquals(command.expects == 1, found.satisfiable(), () -> command + "\n" + found);
  }
}
