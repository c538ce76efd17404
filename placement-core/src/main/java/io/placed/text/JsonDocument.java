package io.placed.text;

import com.google.gson.FormattingStyle;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;

/** Records as JSON text: what {@code --json} prints. */
public final class JsonDocument {
  private static final Gson JSON =
      new GsonBuilder()
          .serializeNulls()
          .serializeSpecialFloatingPointValues()
          .disableHtmlEscaping()
          .registerTypeAdapterFactory(new OptionalFields())
          .setFormattingStyle(FormattingStyle.PRETTY)
          .create();

  private JsonDocument() {}

  /**
   * @param document a record, whose components are the fields in their order, or a list of records
   */
  public static String of(Object document) {
    return JSON.toJson(document);
  }
}
