import type { Passage } from '../attention.ts'

/** The service keeps no more of what stands around a passage. */
const maxContext = 200

/** No half of a character that takes two places: the service would store a broken one. */
const whole = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')

interface Place {
  readonly sectionKey: string
  readonly version: number
  readonly content: string
}

/** What stands between two places of a section, with what stands around it. */
export const passageOf = ({ sectionKey, version, content }: Place, from: number, to: number): Passage => ({
  sectionKey,
  version,
  from,
  to,
  text: content.slice(from, to),
  prefix: whole(content.slice(Math.max(0, from - maxContext), from)),
  suffix: whole(content.slice(to, to + maxContext)),
})
