import { maxAnchorContextLength, maxAnchorTextLength } from '@deal-canvas/contract'
import type { Passage } from '../attention.ts'

/** A passage as an anchor for the service. If it exceeds the maximum length, only its start is quoted. */
export const anchorOf = (passage: Passage | undefined) => {
  if (passage === undefined) return {}
  const { text, prefix, suffix } = passage
  const quote = [...text].slice(0, maxAnchorTextLength).join('').trimEnd()
  return {
    anchor_text: quote,
    anchor: {
      prefix,
      suffix: quote === text ? suffix : [...text.slice(quote.length)].slice(0, maxAnchorContextLength).join(''),
    },
  }
}
