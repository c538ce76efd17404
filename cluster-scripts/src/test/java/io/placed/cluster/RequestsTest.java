package io.placed.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When programs end, with real ones. */
class RequestsTest {
  private static final int SECONDS = 60;

  /** Answers, hangs, or loses what it needs. */
  static final class Program {
    private Program() {}

    public static void main(String[] args) throws Exception {
      PrintStream answers = Requests.takeOutput();
      Requests.serve(answers, request -> answer(request, answers));
    }

    private static ObjectNode answer(JsonNode request, PrintStream answers) throws Exception {
      switch (Requests.text(request, "op")) {
        case "hang" -> {
          answers.println("hangs");
          new CountDownLatch(1).await();
        }
        case "lose" -> throw new Requests.LostException(new IllegalStateException("no server"));
        case "fail" -> throw new IllegalArgumentException("no such table");
        default -> {}
      }
      return Requests.JSON.createObjectNode().put("done", true);
    }
  }

  private static Process start() throws Exception {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static String ask(Process program, BufferedReader answers, String op) throws Exception {
    program.getOutputStream().write(("{\"op\": \"" + op + "\"}\n").getBytes(UTF_8));
    program.getOutputStream().flush();
    return answers.readLine();
  }

  @Test
  void whoeverClosesTheInputEndsTheProgram() throws Exception {
    for (boolean hangs : List.of(false, true)) {
      Process program = start();
      try (BufferedReader answers = program.inputReader(UTF_8)) {
        assertEquals("{\"done\":true}", ask(program, answers, "answer"));
        assertTrue(ask(program, answers, "fail").startsWith("{\"error\":\"no such table\""));
        if (hangs) {
          assertEquals("hangs", ask(program, answers, "hang"));
        }
        program.getOutputStream().close();
        assertTrue(program.waitFor(SECONDS, TimeUnit.SECONDS), "hangs: " + hangs);
        assertEquals(hangs ? 1 : 0, program.exitValue());
      } finally {
        program.destroyForcibly();
      }
    }
  }

  @Test
  void aProgramWithoutWhatItNeedsEnds() throws Exception {
    Process program = start();
    try (BufferedReader answers = program.inputReader(UTF_8)) {
      assertEquals(null, ask(program, answers, "lose"));
      assertTrue(program.waitFor(SECONDS, TimeUnit.SECONDS));
    } finally {
      program.destroyForcibly();
    }
  }
}
