package io.placed.io;

import java.io.IOException;

/** A store whose atomic files are for the same people as one that is there. */
public final class LikeFileStore extends ForwardingFileStore {
  private final String model;

  /**
   * @param model whose owner, group, permissions and access control list new files get
   */
  public LikeFileStore(FileStore store, String model) {
    super(store);
    this.model = model;
  }

  @Override
  public PositionOutput create(String path, CreateOptions options) throws IOException {
    // Siblings too: a file that is not complete must not be readable by more people either.
    return createLike(path, options.withAtomic(true), model);
  }
}
