package io.placed.stores;

/** The contract of file stores on S3Proxy, through S3A. */
class S3FileStoreTest extends ServerFileStoreContract {
  S3FileStoreTest() {
    super(Store.S3);
  }
}
