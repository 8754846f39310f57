/** Halves of letters, left where a text was cut or badly written, become a mark: the database takes no half letters. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
