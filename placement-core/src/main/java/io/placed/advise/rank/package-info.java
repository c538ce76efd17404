/**
 * Values as ranks: {@link io.placed.advise.rank.ColumnCodes} numbers the quantile ranges of a
 * column, {@link io.placed.advise.rank.RankScale} says which ranks the numbers stand for.
 */
package io.placed.advise.rank;
