const token = /\[\[([a-z0-9_]{1,80})\]\]/g

/** The metrics a text cites, each once, in order of first mention: `[[noi]]` cites noi. */
export const citedMetrics = (content: string): string[] => [
  ...new Set([...content.matchAll(token)].map(([, key = '']) => key)),
]
