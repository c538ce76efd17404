package io.placed.stores;

/** The contract of file stores on S3Proxy, through S3A. */
class S3FileStoreTest extends ServerFileStoreContract {
  S3FileStoreTest() {
    super(Store.S3);
  }

  /** The server itself keeps an object in a file, which has a longer name until it is complete. */
  @Override
  protected int longName() {
    return 200;
  }
}
