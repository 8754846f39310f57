import type { SectionKind } from '../sections/catalogue.ts'
import { citedMetrics } from '../sections/cited-metrics.ts'
import { sentences } from './sentences.ts'

/** The metrics that have a value, with what they are called. */
export type KnownMetrics = ReadonlyMap<string, string>

/**
 * The text of a section, every number a token; undefined where nothing is known that it could say. Numbers that were read
 * without much confidence are no facts: they are named for a person to confirm, without a value.
 */
export const draftSection = (
  { key, authoring, contains, metrics }: SectionKind,
  known: KnownMetrics,
  unconfirmed: KnownMetrics = new Map(),
): string | undefined => {
  const said = (sentences[key] ?? []).flatMap(
    (ways) => ways.find((way) => citedMetrics(way).every((one) => known.has(one))) ?? [],
  )
  const told = new Set(said.flatMap(citedMetrics))
  const listed = metrics
    .filter((metric) => known.has(metric) && !told.has(metric))
    .map((metric) => `- **${known.get(metric)}**: [[${metric}]]`)
  const toConfirm = metrics.flatMap((metric) => unconfirmed.get(metric) ?? [])
  const question = toConfirm.length === 0 ? '' : `*To confirm in the workbook: ${toConfirm.join(', ')}.*`
  const facts = [listed.join('\n'), question].filter((part) => part !== '')
  // What a person must think of first is only asked for.
  if (authoring === 'human') return [`*To be written: ${contains}.*`, ...facts].join('\n\n')
  const paragraphs = [said.join(' '), ...facts].filter((part) => part !== '')
  return paragraphs.length === 0 ? undefined : paragraphs.join('\n\n')
}
