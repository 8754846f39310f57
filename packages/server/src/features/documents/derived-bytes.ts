/** A text of one line makes a page all the same. */
const leastBytes = 1024 * 1024
const timesFile = 4
/** In memory as a whole while it is handed over. */
const maxBytes = 128 * 1024 * 1024

/**
 * What is kept of a file beside it, its pages of cells and its text, packed. Both repeat what is in the file, so they weigh
 * about as much; a file in which one text is named a million times would fill memory and disk far beyond what its size is
 * charged for.
 */
export const maxDerivedBytes = (fileBytes: number): number => Math.min(maxBytes, leastBytes + timesFile * fileBytes)
