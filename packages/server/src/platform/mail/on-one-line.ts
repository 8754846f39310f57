/** Puts user text on one line for use in a sentence: multi-line text could add its own paragraphs to a mail. */
export const onOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
