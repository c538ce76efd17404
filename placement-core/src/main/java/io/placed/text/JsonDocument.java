package io.placed.text;

import com.google.gson.FormattingStyle;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

/**
 * Records as JSON text: what {@code --json} prints. Numbers that JSON does not have, infinite ones
 * and those that are none, are {@code null}.
 */
public final class JsonDocument {
  private static final Gson JSON =
      new GsonBuilder()
          .serializeNulls()
          .serializeSpecialFloatingPointValues()
          .disableHtmlEscaping()
          .registerTypeAdapterFactory(new OptionalFields())
          .create();

  private JsonDocument() {}

  /**
   * @param document a record, whose components are the fields in their order, or a list of records
   */
  public static String of(Object document) {
    StringWriter out = new StringWriter();
    FiniteWriter json = new FiniteWriter(out);
    json.setFormattingStyle(FormattingStyle.PRETTY);
    JSON.toJson(document, document.getClass(), json);
    return out.toString();
  }

  private static final class FiniteWriter extends JsonWriter {
    FiniteWriter(Writer out) {
      super(out);
    }

    @Override
    public JsonWriter value(float value) throws IOException {
      return Float.isFinite(value) ? super.value(value) : nullValue();
    }

    @Override
    public JsonWriter value(double value) throws IOException {
      return Double.isFinite(value) ? super.value(value) : nullValue();
    }

    @Override
    public JsonWriter value(Number value) throws IOException {
      boolean floating = value instanceof Double || value instanceof Float;
      return floating && !Double.isFinite(value.doubleValue()) ? nullValue() : super.value(value);
    }
  }
}
