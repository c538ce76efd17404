package io.placed.io;

import java.io.IOException;

/** A store whose atomic files get the access rights of an existing file. */
public final class LikeFileStore extends ForwardingFileStore {
  private final String model;

  /**
   * @param model file whose owner, group, permissions and ACL new files get
   */
  public LikeFileStore(FileStore store, String model) {
    super(store);
    this.model = model;
  }

  @Override
  public PositionOutput create(String path, CreateOptions options) throws IOException {
    // Siblings, too: incomplete files must not have wider access rights either.
    return createLike(path, options.withAtomic(true), model);
  }
}
