package io.placed.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonPrimitive;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonDocumentTest {
  private record Numbers(
      double a,
      Double b,
      float c,
      Float d,
      Object e,
      double[] f,
      Optional<Double> g,
      Optional<Double> h,
      JsonPrimitive i,
      Map<String, Number> j) {}

  private static String of(double value) {
    float small = (float) value;
    return JsonDocument.of(
            new Numbers(
                value,
                value,
                small,
                small,
                value,
                new double[] {value, 1},
                Optional.of(value),
                Optional.empty(),
                new JsonPrimitive(value),
                Map.of("k", small)))
        .replaceAll("\\s+", "");
  }

  private static String text(String value) {
    String each = "abcde".replaceAll("(.)", "\"$1\":" + value + ",");
    return "{%s\"f\":[%s,1.0],\"g\":%s,\"i\":%s,\"j\":{\"k\":%s}}"
        .formatted(each, value, value, value, value);
  }

  @Test
  void numbersThatJsonDoesNotHaveAreNull() {
    assertEquals(text("null"), of(Double.NaN));
    assertEquals(text("null"), of(Double.POSITIVE_INFINITY));
    assertEquals(text("null"), of(Double.NEGATIVE_INFINITY));
    assertEquals(text("1.5"), of(1.5));
  }

  @Test
  void linesAreIndentedAndTextIsNotEscapedForHtml() {
    assertEquals("[\n  \"a < b\"\n]", JsonDocument.of(List.of("a < b")));
  }
}
