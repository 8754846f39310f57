/** Joins the lines of a text: where they break says nothing about what it says. */
export const singleSpaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
