package io.placed.error;

import java.io.IOException;

/**
 * A store in which concurrent commits would replace each other. Nothing was sent: what was to be
 * committed is not, and never will be.
 */
public final class UnsafeStoreException extends IOException {
  private static final long serialVersionUID = 1L;

  public UnsafeStoreException(String path, String detail) {
    super(path + ": " + detail);
  }
}
