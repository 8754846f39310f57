/** How a text is written, which is also how it is judged: a line has no line breaks, structured data is JSON-LD. */
export type TextKind = 'line' | 'text' | 'json_ld'

export interface TextRule {
  readonly kind: TextKind
  readonly defaultValue: string
  /** What search results show of it, in characters. Longer is allowed and cut there. */
  readonly advisedLength: number | undefined
}

export interface SitePage {
  readonly id: string
  /** What editors call it. */
  readonly title: string
  readonly path: string
  /** By key, in the order in which the page shows them. A Map, because keys come from outside. */
  readonly texts: ReadonlyMap<string, TextRule>
}

/** A page as it is written down; the address of the site is known only when the service starts. */
export interface PageCopy {
  id: string
  title: string
  path: string
  metaTitle: string
  metaDescription: string
  schemaMarkup(home: URL): object | undefined
  texts: Record<string, TextRule>
}

const rule =
  (kind: TextKind, advisedLength?: number) =>
  (defaultValue: string): TextRule => ({ kind, defaultValue, advisedLength })

export const line = rule('line')
export const text = rule('text')

export const sitePage = (copy: PageCopy, home: URL): SitePage => {
  const markup = copy.schemaMarkup(home)
  return {
    id: copy.id,
    title: copy.title,
    path: copy.path,
    texts: new Map([
      ['meta_title', rule('line', 60)(copy.metaTitle)],
      ['meta_description', rule('line', 160)(copy.metaDescription)],
      ['schema_markup', rule('json_ld')(markup === undefined ? '' : JSON.stringify(markup, null, 2))],
      ...Object.entries(copy.texts),
    ]),
  }
}
