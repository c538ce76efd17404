/** What commands read: tables and files of other formats, and the options that say which. */
package io.placed.cli.input;
