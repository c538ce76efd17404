package io.placed.error;

/**
 * Damaged data, found where neither the file nor the offset is known. The format layer turns it
 * into a {@link CorruptFileException} that names both.
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
