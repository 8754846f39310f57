import type { SitePage } from './site-page.ts'

/** The stored state of a text. Without a row it has its default and no draft. */
export interface StoredText {
  readonly key: string
  /** Null if the default applies. */
  readonly value: string | null
  readonly updatedAt: Date | null
  readonly updatedBy: string | null
  readonly draftValue: string | null
  readonly draftUpdatedAt: Date | null
}

export interface PageText extends StoredText {
  readonly value: string
  readonly defaultValue: string
}

/** The current texts of a page. Ignores stored texts under keys that the page no longer has. */
export const textsOf = (page: SitePage, stored: readonly StoredText[]): PageText[] => {
  const rows = new Map(stored.map((row) => [row.key, row]))
  return [...page.texts].map(([key, { defaultValue }]) => {
    const row = rows.get(key)
    return {
      key,
      defaultValue,
      value: row?.value ?? defaultValue,
      updatedAt: row?.updatedAt ?? null,
      updatedBy: row?.updatedBy ?? null,
      draftValue: row?.draftValue ?? null,
      draftUpdatedAt: row?.draftUpdatedAt ?? null,
    }
  })
}

/** A text that would change, and its new value. */
export interface Replacement {
  readonly text: PageText
  readonly to: string
}

export const replacements = (
  texts: readonly PageText[],
  wanted: (text: PageText) => string | null | undefined,
): Replacement[] =>
  texts.flatMap((text) => {
    const to = wanted(text) ?? text.value
    return to === text.value ? [] : [{ text, to }]
  })
