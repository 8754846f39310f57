/** Even a text of one line needs a page. */
const leastBytes = 1024 * 1024
const timesFile = 4
/** The content is in memory as a whole while it is transferred. */
const maxBytes = 128 * 1024 * 1024

/**
 * Limits the compressed content derived from a file: its pages of cells and its text. Both repeat what is in the file,
 * so they are normally about as large. A file in which a million cells refer to one long text would otherwise use far
 * more memory and disk than the quota charges for it.
 */
export const maxDerivedBytes = (fileBytes: number): number => Math.min(maxBytes, leastBytes + timesFile * fileBytes)
