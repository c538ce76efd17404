package io.placed.io;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Validates the content of {@link FileStore#putIfAbsent}, the same for every store. */
public final class AtomicContent {
  private AtomicContent() {}

  /**
   * The content as text.
   *
   * @throws IllegalArgumentException unless it is UTF-8 and ends with a line feed
   */
  public static String requireText(String path, byte[] content) {
    if (content.length == 0 || content[content.length - 1] != '\n') {
      throw new IllegalArgumentException(path + ": the content must end with a line feed");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(path + ": the content must be UTF-8 text", e);
    }
  }
}
