import { english, type Locale, locales } from '@deal-canvas/messages'

/** The storage key of the language chosen in this browser. */
export const localeKey = 'deal-canvas.locale'

const chosen = (): string | null => {
  try {
    return globalThis.localStorage?.getItem(localeKey) ?? null
  } catch {
    // A browser that blocks storage has no stored choice.
    return null
  }
}

/** Set when the page loads; a different choice takes effect on the next load. */
export const locale: Locale = locales[chosen() ?? ''] ?? english
