/** Replaces lone surrogates, left over from truncated or malformed text, because the database rejects them. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
