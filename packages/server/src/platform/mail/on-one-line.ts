/** What a person wrote, as part of a sentence: text of several lines could write paragraphs of its own into a mail. */
export const onOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
