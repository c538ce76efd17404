package io.placed.formats.text;

import io.placed.formats.FormatException;
import io.placed.formats.Streams;
import io.placed.io.InputFile;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.ZipException;

/**
 * The characters of a file in UTF-8, optionally gzip-compressed, without a byte order mark. Other
 * bytes are an error, not replaced.
 */
public final class TextInput implements Closeable {
  public static final char BYTE_ORDER_MARK = '\uFEFF';

  private final String path;
  private final Streams.FileStream file;
  private final BufferedReader reader;

  /**
   * @throws FormatException if the file is no text, or a damaged gzip file
   */
  public TextInput(InputFile input) throws IOException {
    path = input.path();
    file = Streams.open(input);
    try {
      reader =
          new BufferedReader(
              new InputStreamReader(
                  Streams.unpacked(file),
                  StandardCharsets.UTF_8
                      .newDecoder()
                      .onMalformedInput(CodingErrorAction.REPORT)
                      .onUnmappableCharacter(CodingErrorAction.REPORT)),
              1 << 16);
      reader.mark(1);
      if (reader.read() != BYTE_ORDER_MARK) {
        reader.reset();
      }
    } catch (IOException e) {
      file.close();
      throw explained(e, 0);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  public BufferedReader reader() {
    return reader;
  }

  /**
   * Says what an error of the reader means.
   *
   * @param line lines that were read before; 0: none
   * @return the error itself if it is none of the file's bytes
   * @throws FormatException if it is one of them
   */
  public IOException explained(IOException e, long line) {
    if (e instanceof CharacterCodingException) {
      String after = line == 0 ? "" : String.format(Locale.ROOT, ", after line %d", line);
      throw new FormatException(path + after + ": not UTF-8", e);
    }
    if (e instanceof ZipException || e instanceof EOFException) {
      throw new FormatException(
          path + ": truncated or corrupt gzip file (" + e.getMessage() + ")", e);
    }
    return e;
  }

  /** The part of the file that was read, from 0 to 1. */
  public double fraction() {
    return file.fraction();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
