package io.placed.io;

import java.io.IOException;

/**
 * A file of known id.
 *
 * @param file the file under this path
 * @param fileId in its header
 */
record IdentifiedFile(InputFile file, String fileId) implements InputFile {
  @Override
  public String path() {
    return file.path();
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public RandomInput open() throws IOException {
    return file.open();
  }

  @Override
  public StorageKind storage() {
    return file.storage();
  }

  @Override
  public String devices() {
    return file.devices();
  }

  @Override
  public InputFile sibling(String name, long length) throws IOException {
    return file.sibling(name, length);
  }
}
