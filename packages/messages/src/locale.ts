import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'

/** A message in ICU syntax, or already parsed, as builds of the page have it. */
export type Source = string | readonly MessageFormatElement[]

export interface Locale {
  /** For numbers, dates and plurals. */
  readonly tag: string
  /** The text of a message in this language; English if it has none. */
  translate(area: string, key: string, english: Source): Source
}

export const english: Locale = { tag: 'en-US', translate: (_area, _key, text) => text }

const literal = (value: string): MessageFormatElement => ({ type: 0, value })

/** Every message in brackets: text outside brackets is missing from the catalog. */
const pseudo: Locale = {
  tag: 'en-US',
  translate: (_area, _key, text) => (typeof text === 'string' ? `⟦${text}⟧` : [literal('⟦'), ...text, literal('⟧')]),
}

/** To add a language, add a line here and a file with its texts by area and key. */
export const locales: Readonly<Record<string, Locale>> = { 'en-US': english, 'en-XA': pseudo }
