/** The format of a text, by which it is validated: a line has no line breaks, structured data is JSON-LD. */
export type TextKind = 'line' | 'text' | 'json_ld'

export interface TextRule {
  readonly kind: TextKind
  readonly defaultValue: string
  /** The number of characters that search results show. Longer texts are allowed but cut off there. */
  readonly advisedLength: number | undefined
}

export interface SitePage {
  readonly id: string
  /** The name that editors see. */
  readonly title: string
  readonly path: string
  /** By key, in page order. A Map, because keys come from outside. */
  readonly texts: ReadonlyMap<string, TextRule>
}

/** The definition of a page; the address of the site is known only when the service starts. */
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
