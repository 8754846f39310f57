interface Locale {
  /** For numbers, dates and plurals. */
  tag: string
  /** The text of a message in this language; the English one where it has none. */
  translate(area: string, key: string, english: string): string
}

const english: Locale = { tag: 'en-US', translate: (_area, _key, text) => text }

/** Every message in brackets: whatever stands on a page outside of them has not been put into a catalogue. */
const pseudo: Locale = { tag: 'en-US', translate: (_area, _key, text) => `⟦${text}⟧` }

/** A second language is one more line here, with a file that holds its texts by area and key. */
const locales: Record<string, Locale> = { 'en-US': english, 'en-XA': pseudo }

/** Under this key a browser remembers the language that was chosen for it. */
export const localeKey = 'deal-canvas.locale'

const chosen = (): string | null => {
  try {
    return globalThis.localStorage?.getItem(localeKey) ?? null
  } catch {
    // A browser that forbids storage has no choice to remember.
    return null
  }
}

/** Chosen when the page is loaded; another choice takes effect with the next load. */
export const locale: Locale = locales[chosen() ?? ''] ?? english
