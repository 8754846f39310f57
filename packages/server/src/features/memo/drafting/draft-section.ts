import { citedMetrics } from '@deal-canvas/memo'
import { memoDraftMessages as messages } from '../../../messages/memo-draft.ts'
import type { SectionKind } from '../sections/catalogue.ts'
import { sentences } from './sentences.ts'

/** Metrics that have a value, with their labels. */
export type KnownMetrics = ReadonlyMap<string, string>

/** The metrics a draft can mention. */
interface Given {
  readonly known: KnownMetrics
  /** Found with low confidence and not confirmed by a person. */
  readonly unconfirmed?: KnownMetrics
  /** Expected for this kind of deal, but not found. */
  readonly missing?: KnownMetrics
}

/**
 * Drafts the text of a section, with a token for every number; undefined if there is nothing to say. Metrics found with
 * low confidence are not facts: they are listed for confirmation, without a value. So are missing ones.
 */
export const draftSection = (
  { key, authoring, contains, metrics }: SectionKind,
  { known, unconfirmed = new Map(), missing = new Map() }: Given,
): string | undefined => {
  const said = (sentences[key] ?? []).flatMap(
    (ways) => ways.find((way) => citedMetrics(way).every((metric) => known.has(metric))) ?? [],
  )
  const cited = new Set(said.flatMap(citedMetrics))
  const listed = metrics
    .filter((metric) => known.has(metric) && !cited.has(metric))
    .map((metric) => `- **${known.get(metric)}**: [[${metric}]]`)
  const labelsIn = (among: KnownMetrics): string => metrics.flatMap((metric) => among.get(metric) ?? []).join(', ')
  const [toConfirm, notFound] = [labelsIn(unconfirmed), labelsIn(missing)]
  const question = toConfirm === '' ? '' : messages.toConfirm({ metrics: toConfirm })
  const isEmpty = said.length === 0 && listed.length === 0 && question === ''
  const gap = isEmpty || notFound === '' ? '' : messages.notFound({ metrics: notFound })
  const facts = [listed.join('\n'), question, gap].filter((part) => part !== '')
  // Sections that need a person's judgment get only a prompt.
  if (authoring === 'human') return [messages.toWrite({ contents: contains }), ...facts].join('\n\n')
  const paragraphs = [said.join(' '), ...facts].filter((part) => part !== '')
  return paragraphs.length === 0 ? undefined : paragraphs.join('\n\n')
}
