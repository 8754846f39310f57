import type { Claim } from '@deal-canvas/facts'
import { readBoundedJson } from '../../platform/bounded-json.ts'

const maxBytes = 64 * 1024

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The object of a provider's answer; undefined if it is none. */
export const readAnswer = (answer: string): Record<string, unknown> | undefined => {
  const text = answer.trim()
  // Many models put JSON into a fence although they are asked not to.
  const fenced = text.startsWith('```') && text.endsWith('```') ? text.slice(text.indexOf('\n') + 1, -3) : text
  const read = readBoundedJson(fenced, { maxBytes, maxDepth: 8 })
  return read.ok && isObject(read.value) ? read.value : undefined
}

/** The claims in a list, as many as wanted; undefined if it has another form. */
export const readClaims = (list: unknown, most = 12): Claim[] | undefined => {
  if (!Array.isArray(list)) return undefined
  const claims: Claim[] = []
  for (const claim of list.slice(0, most) as unknown[]) {
    if (!isObject(claim)) return undefined
    const { text, sources } = claim
    if (typeof text !== 'string' || !Array.isArray(sources)) return undefined
    const citations = sources.filter((source): source is string => typeof source === 'string')
    if (citations.length < sources.length) return undefined
    if (!claims.some((known) => known.text === text)) claims.push({ text, citations })
  }
  return claims
}
