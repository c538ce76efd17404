package io.placed.stores;

/** Tables on Azurite, through ABFS. */
class AzureCommitsTest extends CommitsContract {
  AzureCommitsTest() {
    super(Store.AZURE);
  }
}
