package io.placed.stores;

/** Tables on S3Proxy, through S3A. */
class S3CommitsTest extends CommitsContract {
  S3CommitsTest() {
    super(Store.S3);
  }
}
