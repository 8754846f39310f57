import type { SectionKind } from '../sections/catalogue.ts'
import { citedMetrics } from '../sections/cited-metrics.ts'
import { sentences } from './sentences.ts'

/** The metrics that have a value, with what they are called. */
export type KnownMetrics = ReadonlyMap<string, string>

/** The text of a section, every number a token; undefined where nothing is known that it could say. */
export const draftSection = (
  { key, authoring, contains, metrics }: SectionKind,
  known: KnownMetrics,
): string | undefined => {
  const said = (sentences[key] ?? []).flatMap(
    (ways) => ways.find((way) => citedMetrics(way).every((one) => known.has(one))) ?? [],
  )
  const told = new Set(said.flatMap(citedMetrics))
  const listed = metrics
    .filter((metric) => known.has(metric) && !told.has(metric))
    .map((metric) => `- **${known.get(metric)}**: [[${metric}]]`)
  // What a person must think of first is only asked for.
  if (authoring === 'human')
    return [`*To be written: ${contains}.*`, ...(listed.length > 0 ? [listed.join('\n')] : [])].join('\n\n')
  const paragraphs = [said.join(' '), listed.join('\n')].filter((part) => part !== '')
  return paragraphs.length === 0 ? undefined : paragraphs.join('\n\n')
}
