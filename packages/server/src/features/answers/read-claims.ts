import type { Claim } from '@deal-canvas/facts'
import { readBoundedJson } from '../../platform/bounded-json.ts'

const maxClaims = 12
const maxBytes = 64 * 1024

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The claims of a provider's answer, at most twelve; undefined if the answer has another form. */
export const readClaims = (answer: string): Claim[] | undefined => {
  const text = answer.trim()
  // Many models put JSON into a fence although they are asked not to.
  const fenced = text.startsWith('```') && text.endsWith('```') ? text.slice(text.indexOf('\n') + 1, -3) : text
  const read = readBoundedJson(fenced, { maxBytes, maxDepth: 8 })
  if (!read.ok || !isObject(read.value) || !Array.isArray(read.value['claims'])) return undefined
  const claims: Claim[] = []
  for (const claim of read.value['claims'].slice(0, maxClaims) as unknown[]) {
    if (!isObject(claim)) return undefined
    const { text, sources } = claim
    if (typeof text !== 'string' || !Array.isArray(sources)) return undefined
    const citations = sources.filter((source): source is string => typeof source === 'string')
    if (citations.length < sources.length) return undefined
    if (!claims.some((known) => known.text === text)) claims.push({ text, citations })
  }
  return claims
}
