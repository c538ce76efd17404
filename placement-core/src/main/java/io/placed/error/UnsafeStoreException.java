package io.placed.error;

/** A store in which concurrent commits would replace each other. */
public final class UnsafeStoreException extends NothingSentException {
  private static final long serialVersionUID = 1L;

  public UnsafeStoreException(String path, String detail) {
    super(path, detail);
  }
}
