package io.placed.text;

import com.google.gson.Gson;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.util.Optional;

/**
 * Record components of type {@link Optional} as JSON fields that are left out if empty. A component
 * that is null is written as {@code null}.
 */
final class OptionalFields implements TypeAdapterFactory {
  @Override
  @SuppressWarnings("unchecked") // Gson asks for the adapter by a type that it cannot express.
  public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
    if (type.getRawType() != Optional.class) {
      return null;
    }
    ParameterizedType optional = (ParameterizedType) type.getType();
    TypeToken<?> value = TypeToken.get(optional.getActualTypeArguments()[0]);
    return (TypeAdapter<T>) new OptionalField<>(gson.getAdapter(value));
  }

  private static final class OptionalField<V> extends TypeAdapter<Optional<V>> {
    private final TypeAdapter<V> values;

    OptionalField(TypeAdapter<V> values) {
      this.values = values;
    }

    @Override
    public void write(JsonWriter out, Optional<V> value) throws IOException {
      if (value.isPresent()) {
        values.write(out, value.get());
        return;
      }
      // Without nulls the writer drops the name that waits for its value.
      boolean nulls = out.getSerializeNulls();
      out.setSerializeNulls(false);
      out.nullValue();
      out.setSerializeNulls(nulls);
    }

    @Override
    public Optional<V> read(JsonReader in) {
      throw new UnsupportedOperationException("JSON documents are only written");
    }
  }
}
