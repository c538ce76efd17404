/** Writes: conversion of rows to columns on the executors, and one commit on the driver. */
package io.placed.spark.write;
