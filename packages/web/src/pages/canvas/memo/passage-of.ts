import { maxAnchorContextLength } from '@deal-canvas/contract'
import type { Passage } from '../attention.ts'

/** Removes half of a surrogate pair at either end: the service would store a broken character. */
const whole = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')

interface Place {
  readonly sectionKey: string
  readonly version: number
  readonly content: string
}

/** The text between two positions of a section, with its context. */
export const passageOf = ({ sectionKey, version, content }: Place, from: number, to: number): Passage => ({
  sectionKey,
  version,
  from,
  to,
  text: content.slice(from, to),
  prefix: whole(content.slice(Math.max(0, from - maxAnchorContextLength), from)),
  suffix: whole(content.slice(to, to + maxAnchorContextLength)),
})
