import { type Block, citedMetrics, writeBlock } from '@deal-canvas/memo'
import { memoDraftMessages as messages } from '../../../messages/memo-draft.ts'
import type { SectionKind } from '../sections/catalogue.ts'
import { type DraftMaterial, noMaterial } from './draft-material.ts'
import { knownRisks, type MetricValues } from './known-risks.ts'
import { blocksOfSection } from './section-parts.ts'
import { sentences } from './sentences.ts'
import { titledList } from './titled-list.ts'

/** Metrics that have a value, with their labels. */
export type KnownMetrics = ReadonlyMap<string, string>

/** What a draft can mention. */
export interface Given {
  readonly known: KnownMetrics
  /** Numbers of the known metrics. */
  readonly values?: MetricValues
  /** Found with low confidence and not confirmed by a person. */
  readonly unconfirmed?: KnownMetrics
  /** Expected for this kind of deal, but not found. */
  readonly missing?: KnownMetrics
  readonly material?: DraftMaterial
}

/** Fewer numbers, without a sentence, a table or a quote, are no section. */
const minListed = 3

const maxMainRisks = 3

/** The risks of a summary. Each cites its numbers, so that the section becomes stale with them. */
const mainRisks = (values: MetricValues, cited: ReadonlySet<string>): string[] =>
  knownRisks(values)
    .slice(0, maxMainRisks)
    .map(({ statement, evidence = [] }) => {
      const numbers = evidence.flatMap((one) =>
        'metric' in one && !cited.has(one.metric) ? [`[[${one.metric}]]`] : [],
      )
      return numbers.length === 0 ? statement : `${statement.replace(/\.$/, '')} (${numbers.join(', ')}).`
    })

const shownIn = (blocks: readonly Block[]): ReadonlySet<string> =>
  new Set(blocks.flatMap((block) => (block.block === 'kpis' ? block.metrics : [])))

/**
 * Drafts a section: sentences with a token for every number, tables and charts of the model, and what documents say;
 * undefined if there is nothing to say. Metrics found with low confidence are not facts: they are listed for
 * confirmation, without a value.
 */
export const draftSection = (
  section: SectionKind,
  { known, values = new Map(), unconfirmed = new Map(), material = noMaterial }: Given,
): string | undefined => {
  const { key, authoring, metrics } = section
  const { before, after } = blocksOfSection(section, { values, material })
  const blocks = { before: before.map(writeBlock), after: after.map(writeBlock) }
  // What needs a person's judgment is not drafted, only what it can rest on.
  if (authoring === 'human') return after.length === 0 ? undefined : [...blocks.after, messages.toJudge()].join('\n\n')
  const said = (sentences[key] ?? []).flatMap(
    (ways) => ways.find((way) => citedMetrics(way).every((metric) => known.has(metric))) ?? [],
  )
  const shown = new Set([...said.flatMap(citedMetrics), ...shownIn(before)])
  const others = metrics.filter((metric) => known.has(metric) && !shown.has(metric))
  const listed = others.map((metric) => `- **${known.get(metric)}**: [[${metric}]]`)
  if (said.length + before.length + after.length === 0 && listed.length < minListed) return undefined
  const toConfirm = metrics.flatMap((metric) => unconfirmed.get(metric) ?? []).join(', ')
  const question = toConfirm === '' ? '' : messages.toConfirm({ metrics: toConfirm })
  const risks = key === 'executive_summary' ? mainRisks(values, new Set([...shown, ...others])) : []
  return [
    ...blocks.before,
    said.join(' '),
    listed.join('\n'),
    ...titledList(messages.mainRisks(), risks),
    ...blocks.after,
    question,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
