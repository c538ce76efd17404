package io.placed.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutputTest {
  private record Part(
      String name, Integer size, Optional<Long> bytes, Optional<List<String>> all) {}

  @Test
  void emptyOptionalsAreLeftOutAndNullsAreNot() {
    StringWriter text = new StringWriter();
    Output out = new Output(new PrintWriter(text));
    out.json(
        List.of(
            new Part("a<b>", null, Optional.empty(), Optional.of(List.of("x"))),
            new Part(null, 1, Optional.of(2L), Optional.empty())));
    assertEquals(
        """
        [
          {
            "name": "a<b>",
            "size": null,
            "all": [
              "x"
            ]
          },
          {
            "name": null,
            "size": 1,
            "bytes": 2
          }
        ]
        """,
        text.toString());
  }
}
