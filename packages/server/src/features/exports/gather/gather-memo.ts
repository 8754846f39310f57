import { formatMetric } from '@deal-canvas/contract'
import { citedMetrics, fencedBlocks } from '@deal-canvas/memo'
import type { PrintedMetric, PrintedSource } from '@deal-canvas/paper'
import { exportedMemoMessages as messages } from '../../../messages/exports.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Audit } from '../../audit-trail/index.ts'
import type { Blocks } from '../../blocks/index.ts'
import type { Sections } from '../../memo/index.ts'
import type { Quality } from '../../quality/index.ts'
import type { ExportedMetric, ExportedNumbers } from '../exported-numbers.ts'
import { formatDay } from '../format-day.ts'
import type { MemoToPrint } from '../render/printable-memo.ts'
import { watermarkLine } from '../render/watermark-line.ts'
import type { ExportOrder, Gathered } from '../renderers.ts'
import { readOrganization } from './deal-head.ts'
import type { GatherNumbers } from './gather-numbers.ts'

interface Deps {
  database: Pick<Database, 'query'>
  gatherNumbers: GatherNumbers
  sections: Pick<Sections, 'whole'>
  blocks: Pick<Blocks, 'views'>
  audit: Pick<Audit, 'trail'>
  quality: Pick<Quality, 'of'>
  now: Clock
}

/** On the cover. */
const maxFigures = 6
const maxEvents = 25
/** What is open fills a page at most. */
const maxOpenItems = 40

export type GatherMemo = ReturnType<typeof createGatherMemo>

/** Reads the whole memo as it stands: sections with their blocks, sources, what is open, and the newest events. */
export const createGatherMemo = (deps: Deps) => {
  const { database, gatherNumbers, sections, blocks, audit, quality, now } = deps

  return async (order: ExportOrder, signal: AbortSignal): Promise<Omit<Gathered, 'extension'>> => {
    const { actor, dealId, watermark } = order
    const { input, modelVersion, scenarioVersion } = await gatherNumbers(order, { withFacts: false }, signal)
    const numbers = input as ExportedNumbers
    const [written, trail, assessed, organization] = await Promise.all([
      sections.whole(dealId),
      audit.trail(dealId, { limit: maxEvents }),
      quality.of(dealId),
      readOrganization(database, dealId),
    ])
    const inSections = written.map(({ content }) => fencedBlocks(content))
    const views = await blocks.views(actor, dealId, inSections.flat(), signal)
    let taken = 0
    const at = now()
    const { currency, name } = numbers.deal
    const score = assessed.model_integrity_score
    const cited = new Set(written.flatMap(({ content }) => citedMetrics(content)))
    const shown = numbers.metrics.filter(({ key }) => cited.has(key))
    const memo: MemoToPrint = {
      house: { organization: organization ?? '', accent: '#3451b2', paper: 'letter' },
      dealName: name,
      subtitle: messages.subtitle(),
      version: messages.version({ event: trail.head.seq }),
      versionDate: formatDay(at),
      preparedBy: [...new Set(written.flatMap(({ updatedByName }) => updatedByName ?? []))],
      ...(modelVersion === 0
        ? {}
        : {
            basis:
              score === null
                ? messages.basisWithoutScore({ version: modelVersion })
                : messages.basis({ version: modelVersion, score }),
          }),
      exportedAt: at,
      exportedAtText: formatMoment(at),
      confidentiality: messages.confidential({ name: organization ?? name }),
      ...(watermark === undefined ? {} : { watermark: watermarkLine(watermark) }),
      figures: figuresOf(written, numbers),
      decision: decisionOf(trail.finalization),
      openItems: openItemsOf(numbers, shown),
      sections: written.map(({ title, content }, n) => {
        const count = inSections[n]?.length ?? 0
        taken += count
        return { number: `${n + 1}`, title, content, views: views.slice(taken - count, taken) }
      }),
      metrics: new Map(numbers.metrics.map((metric) => [metric.key, printedMetric(metric, currency)])),
      sources: shown.flatMap((metric) => printedSource(metric, currency) ?? []),
      files: numbers.sources.map(({ file, sha256 }) => ({ name: file, sha256 })),
      overrides: numbers.metrics.flatMap((metric) => printedOverride(metric, currency) ?? []),
      findings: numbers.findings.map(({ severity, title, sheet, cell }) => ({
        severity,
        title,
        ...(sheet === null ? {} : { place: cell === null ? sheet : `${sheet}!${cell}` }),
      })),
      comments: numbers.comments
        .filter(({ is_reply, status }) => !is_reply && status === 'open')
        .map(({ anchor, author, at: writtenAt, text }) => ({
          section: anchor.section ?? anchor.metric ?? anchor.file ?? '',
          ...(anchor.quote === null ? {} : { quote: anchor.quote }),
          author,
          when: formatDay(new Date(writtenAt)),
          text,
        })),
      auditTrail: {
        summary: messages.auditSummary({ count: trail.entries.length, total: trail.head.seq }),
        events: trail.entries.map(({ entry, actorName }) => ({
          number: `${entry.seq}`,
          when: formatMoment(entry.ts),
          who: actorName ?? messages.service(),
          what: entry.type.replaceAll(/[._]/g, ' '),
          hash: entry.hash.slice(0, 12),
        })),
        head: { event: `${trail.head.seq}`, hash: trail.head.hash },
      },
    }
    return { input: memo, modelVersion, scenarioVersion }
  }
}

/** 2026-11-18 14:00 UTC: the file is read in any time zone. */
const formatMoment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const textOf = ({ value, unit }: Pick<ExportedMetric, 'value' | 'unit'>, currency: string): string | undefined =>
  value === null ? undefined : formatMetric(value, unit, currency)

/** The first numbers that the summary cites, as far as they are certain. */
const figuresOf = (written: readonly { sectionKey: string; content: string }[], { metrics, deal }: ExportedNumbers) => {
  const summary = written.find(({ sectionKey }) => sectionKey === 'executive_summary') ?? written[0]
  return citedMetrics(summary?.content ?? '')
    .flatMap((key) => metrics.find((metric) => metric.key === key && metric.confirmation !== 'unconfirmed') ?? [])
    .flatMap((metric) => {
      const value = textOf(metric, deal.currency)
      return value === undefined ? [] : [{ label: metric.label, value }]
    })
    .slice(0, maxFigures)
}

type Finalization = Awaited<ReturnType<Audit['trail']>>['finalization']

/** A decision that its signed event does not prove is not printed. */
const decisionOf = (finalization: Finalization): NonNullable<MemoToPrint['decision']> => {
  const decision = finalization?.status === 'finalized' && !finalization.tampered ? finalization.decision : null
  if (decision === null) return { title: messages.undecided(), conditions: [] }
  const { decidedAt } = finalization ?? {}
  return {
    title: messages.decided({ decision }),
    ...(decidedAt == null ? {} : { date: formatMoment(decidedAt) }),
    ...(decision === 'approved' ? { outcome: 'approved' } : decision === 'declined' ? { outcome: 'rejected' } : {}),
    conditions: [],
  }
}

const openItemsOf = (numbers: ExportedNumbers, shown: readonly ExportedMetric[]): MemoToPrint['openItems'] => {
  const format = (value: number, unit: ExportedMetric['unit']): string =>
    formatMetric(value, unit, numbers.deal.currency)
  const blockers = numbers.comments
    .filter(({ is_reply, type, status }) => !is_reply && type === 'blocker' && status === 'open')
    .map(({ text, anchor, author }) => ({
      item: messages.openBlocker({ text }),
      place: anchor.section ?? '',
      owner: author,
    }))
  const contradictions = numbers.contradictions
    .filter(({ status, settlement }) => status === 'differs' && settlement === null)
    .map(({ label, unit, stated, compared_with: other }) => ({
      item: messages.openContradiction({
        label,
        file: stated.file,
        stated: format(stated.value, unit),
        other: format(other.value, unit),
      }),
      place: stated.page === null ? stated.file : messages.documentPlace({ file: stated.file, page: stated.page }),
    }))
  const unconfirmed = shown
    .filter(({ confirmation }) => confirmation === 'unconfirmed')
    .map(({ label, source }) => ({
      item: messages.unconfirmed({ label }),
      place: source === null ? '' : `${source.sheet}!${source.cell}`,
    }))
  return [...blockers, ...contradictions, ...unconfirmed].slice(0, maxOpenItems)
}

const printedMetric = (metric: ExportedMetric, currency: string): PrintedMetric => ({
  text: textOf(metric, currency) ?? messages.notAvailable(),
  ...(metric.source === null ? {} : { source: metric.key }),
  ...(metric.override === null ? {} : { overridden: true }),
  ...(metric.confirmation === 'unconfirmed' ? { unconfirmed: true } : {}),
})

const printedSource = (metric: ExportedMetric, currency: string): PrintedSource | undefined => {
  const { key, label, source } = metric
  const value = textOf(metric, currency)
  if (source === null || value === undefined) return undefined
  return {
    id: key,
    label,
    value,
    place: `${source.sheet}!${source.cell}`,
    ...(metric.confirmed_by === null ? {} : { confirmedBy: metric.confirmed_by }),
  }
}

const printedOverride = (
  { label, unit, value, workbook_value: before, override }: ExportedMetric,
  currency: string,
): MemoToPrint['overrides'][number] | undefined => {
  if (override === null) return undefined
  return {
    label,
    workbookValue: textOf({ value: before, unit }, currency) ?? messages.notAvailable(),
    value: textOf({ value, unit }, currency) ?? messages.notAvailable(),
    by: override.by,
    when: formatDay(new Date(override.at)),
    ...(override.reason === null ? {} : { reason: override.reason }),
  }
}
