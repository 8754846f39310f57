import type { SectionKind } from '../sections/catalogue.ts'
import { citedMetrics } from '../sections/cited-metrics.ts'
import { sentences } from './sentences.ts'

/** The metrics that have a value, with what they are called. */
export type KnownMetrics = ReadonlyMap<string, string>

/** What a draft may speak of. */
interface Given {
  readonly known: KnownMetrics
  /** Read without much confidence, and not confirmed by a person. */
  readonly unconfirmed?: KnownMetrics
  /** Expected of such a deal, and not found. */
  readonly missing?: KnownMetrics
}

/**
 * The text of a section, every number a token; undefined where nothing is known that it could say. Numbers that were read
 * without much confidence are no facts: they are named for a person to confirm, without a value. So is what is missing.
 */
export const draftSection = (
  { key, authoring, contains, metrics }: SectionKind,
  { known, unconfirmed = new Map(), missing = new Map() }: Given,
): string | undefined => {
  const said = (sentences[key] ?? []).flatMap(
    (ways) => ways.find((way) => citedMetrics(way).every((one) => known.has(one))) ?? [],
  )
  const told = new Set(said.flatMap(citedMetrics))
  const listed = metrics
    .filter((metric) => known.has(metric) && !told.has(metric))
    .map((metric) => `- **${known.get(metric)}**: [[${metric}]]`)
  const question = named('To confirm in the workbook', metrics, unconfirmed)
  const isEmpty = said.length === 0 && listed.length === 0 && question === ''
  const gap = isEmpty ? '' : named('Not found in the workbook', metrics, missing)
  const facts = [listed.join('\n'), question, gap].filter((part) => part !== '')
  // What a person must think of first is only asked for.
  if (authoring === 'human') return [`*To be written: ${contains}.*`, ...facts].join('\n\n')
  const paragraphs = [said.join(' '), ...facts].filter((part) => part !== '')
  return paragraphs.length === 0 ? undefined : paragraphs.join('\n\n')
}

const named = (what: string, metrics: readonly string[], among: KnownMetrics): string => {
  const labels = metrics.flatMap((metric) => among.get(metric) ?? [])
  return labels.length === 0 ? '' : `*${what}: ${labels.join(', ')}.*`
}
