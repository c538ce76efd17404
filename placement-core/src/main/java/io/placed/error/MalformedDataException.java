package io.placed.error;

/**
 * Bytes that break the grammar of an encoding, found by code that knows neither the file nor the
 * offset. The format layer turns it into a {@link CorruptFileException} that names both.
 */
public final class MalformedDataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MalformedDataException(String detail) {
    super(detail);
  }

  public MalformedDataException(String detail, Throwable cause) {
    super(detail, cause);
  }
}
