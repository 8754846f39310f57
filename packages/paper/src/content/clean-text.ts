const replaced = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/**
 * Without the characters that Word files cannot hold, and without marks that reverse the order of letters: they can show
 * a reader another number than the one that is written.
 */
export const cleanText = (text: string): string =>
  text.replaceAll(replaced, (char) => (char === '\n' || char === '\t' || char === '\r' ? ' ' : ''))

/** The lines of a text that keeps its line ends. */
export const cleanLines = (text: string): string[] => text.split(/\r\n|\r|\n/).map(cleanText)
