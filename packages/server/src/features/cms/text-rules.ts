import { InvalidInput } from '../../invalid-input.ts'
import { objectionToJsonLd } from './json-ld.ts'
import type { SitePage, TextKind } from './site-page.ts'

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/

const objections: Record<TextKind, (value: string) => string | undefined> = {
  line: (value) =>
    lineBreak.test(value) ? 'This text stands on one line and must not contain line breaks' : undefined,
  text: () => undefined,
  json_ld: objectionToJsonLd,
}

/** As many failures as any request is told, and no long text among them: it is the caller's own. */
const maxTold = 100
const maxEchoLength = 2_000

/** Refuses texts that a page does not have or that are not written as they must be, all of them at once. */
export const assertTexts = (page: SitePage, content: ReadonlyMap<string, string>): void => {
  const found = [...content].flatMap(([key, value]) => {
    const rule = page.texts.get(key)
    const reason = rule === undefined ? 'The page has no text under this key' : objections[rule.kind](value)
    if (reason === undefined) return []
    return [{ at: ['body', 'content', key], reason, ...(value.length > maxEchoLength ? {} : { input: value }) }]
  })
  if (found.length > 0) throw new InvalidInput(...found.slice(0, maxTold))
}
