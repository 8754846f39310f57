const schemes = new Set(['http:', 'https:', 'mailto:'])

/** Where a link of the memo may lead; undefined for what could act in the reader's name. */
export const safeLink = (url: string): string | undefined =>
  URL.canParse(url) && schemes.has(new URL(url).protocol) ? url : undefined
