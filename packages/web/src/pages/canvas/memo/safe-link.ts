const schemes = new Set(['http:', 'https:', 'mailto:'])

/** The URL of a link if it is safe; undefined for URLs that could act on the reader's behalf. */
export const safeLink = (url: string): string | undefined =>
  URL.canParse(url) && schemes.has(new URL(url).protocol) ? url : undefined
