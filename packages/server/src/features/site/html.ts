/** A piece of HTML whose texts are escaped. Only `html` and `jsonInScript` create one. */
export class Html {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

export type Piece = string | Html | undefined | readonly Piece[]

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const sourceOf = (piece: Piece): string => {
  if (piece === undefined) return ''
  if (piece instanceof Html) return piece.source
  if (typeof piece === 'string') return piece.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
  return piece.map(sourceOf).join('')
}

/** Builds HTML. Every interpolated value is escaped unless it was built by `html` itself. */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(strings.reduce((source, string, place) => source + sourceOf(pieces[place - 1]) + string))

/** Structured data inside a script element. Only a closing tag could end the element early, so `<` is escaped. */
export const jsonInScript = (json: string): Html => new Html(json.replaceAll('<', '\\u003c'))
