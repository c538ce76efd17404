package io.placed.formats.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.placed.schema.Type;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypeGuessTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "int32          | 1;-5;2147483647",
        "int64          | 1;2147483648",
        "int64          | -9223372036854775808",
        "string         | 9223372036854775808",
        "double         | 1;2.5;-3e10",
        "double         | 10.357019999999999",
        "double         | -0",
        "double         | 1.0;NaN;-Infinity",
        "double         | .5;5.",
        "string         | 1.2345678901234567891",
        "string         | 1e999",
        "string         | 1e-999",
        "string         | 9007199254740993;0.5",
        "int64          | 9007199254740993;5",
        "string         | 007;1",
        "string         | 00.5",
        "string         | +49301234",
        "string         | 1d",
        "string         | 0x1p3",
        "string         | 1 ;2",
        "boolean        | true;FALSE",
        "string         | true;1",
        "date           | 2013-01-31;1990-02-28",
        "string         | 2013-02-30",
        "string         | 2013-1-1",
        "string         | 2013-01-01;2013-01-01T06:00:00Z",
        "timestamp      | 2013-01-01T06:00:00Z;2013-01-01T06:00:00.123456+02:00",
        "timestamp_ntz  | 2013-01-01T06:00:00;2013-01-01 06:00",
        "string         | 2013-01-01T06:00:00.1234567Z",
        "string         | 2013-01-01T06:00:00Z;2013-01-01T06:00:00",
        "string         | 5;x",
      })
  void findsTheNarrowestTypeThatLosesNothing(String type, String texts) {
    TypeGuess guess = new TypeGuess();
    List.of(texts.split(";", -1)).forEach(guess::add);
    assertEquals(Type.parse(type), guess.result());
  }
}
