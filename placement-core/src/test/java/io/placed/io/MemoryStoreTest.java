package io.placed.io;

class MemoryStoreTest extends FileStoreContract {
  private final MemoryStore store = new MemoryStore();

  @Override
  protected FileStore store() {
    return store;
  }

  @Override
  protected String root() {
    return "/contract";
  }
}
