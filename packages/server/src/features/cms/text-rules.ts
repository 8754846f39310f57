import { InvalidInput } from '../../invalid-input.ts'
import { siteTextMessages as messages } from '../../messages/site-texts.ts'
import { objectionToJsonLd } from './json-ld.ts'
import type { SitePage, TextKind } from './site-page.ts'

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/

const objections: Record<TextKind, (value: string) => string | undefined> = {
  line: (value) => (lineBreak.test(value) ? messages.lineBreak() : undefined),
  text: () => undefined,
  json_ld: objectionToJsonLd,
}

/** Limit of reported failures, as for any request. Long texts are not echoed, because the caller has them. */
const maxReported = 100
const maxEchoLength = 2_000

/** Rejects unknown or malformed texts of a page, reporting all of them at once. */
export const assertTexts = (page: SitePage, content: ReadonlyMap<string, string>): void => {
  const found = [...content].flatMap(([key, value]) => {
    const rule = page.texts.get(key)
    const reason = rule === undefined ? messages.keyUnknown() : objections[rule.kind](value)
    if (reason === undefined) return []
    return [{ at: ['body', 'content', key], reason, ...(value.length > maxEchoLength ? {} : { input: value }) }]
  })
  if (found.length > 0) throw new InvalidInput(...found.slice(0, maxReported))
}
