import { type Committee, type Condition, formatMetric, type SignOff, type VoteChoice } from '@deal-canvas/contract'
import { type Block, type BlockView, citedMetrics, fencedBlocks } from '@deal-canvas/memo'
import type { PrintedMetric, PrintedSource } from '@deal-canvas/paper'
import { refuse } from '../../../domain-error.ts'
import { exportedMemoMessages as messages } from '../../../messages/exports.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Audit } from '../../audit-trail/index.ts'
import { type Blocks, earlierViews } from '../../blocks/index.ts'
import { type Committees, type Conditions, type SignOffs, signOffName } from '../../committee/index.ts'
import type { Documents } from '../../documents/index.ts'
import type { HouseStyles } from '../../house-styles/index.ts'
import type { MemoAsOf, MemoVersions } from '../../memo-versions/index.ts'
import type { Quality } from '../../quality/index.ts'
import { ExportProblem } from '../export-problem.ts'
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
  houseStyles: Pick<HouseStyles, 'ofDeal'>
  memoVersions: Pick<MemoVersions, 'asOf' | 'haveNumbersMoved'>
  blocks: Pick<Blocks, 'views'>
  audit: Pick<Audit, 'trail'>
  committees: Pick<Committees, 'show'>
  conditions: Pick<Conditions, 'list'>
  signOffs: Pick<SignOffs, 'list'>
  quality: Pick<Quality, 'of'>
  documents: Pick<Documents, 'all'>
  dealName(dealId: string): Promise<string>
  now: Clock
}

/** On the cover. */
const maxFigures = 6
const maxEvents = 25
/** How often the newest version is read again because its numbers moved. */
const maxAttempts = 3
/** What is open fills a page at most. */
const maxOpenItems = 40

export type GatherMemo = ReturnType<typeof createGatherMemo>

/** What every version of a memo has: whose it is, and the newest events. */
type Frame = Pick<
  MemoToPrint,
  | 'house'
  | 'dealName'
  | 'subtitle'
  | 'exportedAt'
  | 'exportedAtText'
  | 'confidentiality'
  | 'watermark'
  | 'auditTrail'
  | 'version'
  | 'versionDate'
  | 'preparedBy'
>

/**
 * Reads the memo in one of its versions. The newest has its blocks, sources, what is open, and the newest events; of an
 * earlier one the texts and numbers are kept.
 */
export const createGatherMemo = (deps: Deps) => {
  const { database, gatherNumbers, houseStyles, memoVersions, blocks, documents, audit, quality, dealName, now } = deps
  const { committees, conditions, signOffs } = deps

  const frameOf = async ({ dealId, watermark }: ExportOrder, as: MemoAsOf | undefined) => {
    const [trail, organization, name, { accent, paper, footer, logo }] = await Promise.all([
      audit.trail(dealId, { limit: maxEvents }),
      readOrganization(database, dealId),
      dealName(dealId),
      houseStyles.ofDeal(dealId),
    ])
    const at = now()
    const frame: Frame = {
      house: { organization: organization ?? '', accent, paper, ...(logo === null ? {} : { logo }) },
      dealName: name,
      subtitle: messages.subtitle(),
      version:
        as === undefined
          ? messages.withoutVersion({ event: trail.head.seq })
          : messages.version({ version: as.version.version }),
      versionDate: formatDay(as?.version.at ?? at),
      preparedBy: [...new Set((as?.sections ?? []).flatMap(({ updatedByName }) => updatedByName ?? []))],
      exportedAt: at,
      exportedAtText: formatMoment(at),
      confidentiality: footer ?? messages.confidential({ name: organization ?? name }),
      ...(watermark === undefined ? {} : { watermark: watermarkLine(watermark) }),
      auditTrail: auditDigestOf(trail),
    }
    return { frame, trail }
  }

  const gatherNewest = async (order: ExportOrder, as: MemoAsOf | undefined, signal: AbortSignal) => {
    const { actor, dealId } = order
    const { input, modelVersion, scenarioVersion } = await gatherNumbers(order, { withFacts: false }, signal)
    const numbers = input as ExportedNumbers
    const [{ frame, trail }, assessed, committee, ofDecision, asked] = await Promise.all([
      frameOf(order, as),
      quality.of(dealId),
      committees.show(actor, dealId),
      conditions.list(dealId),
      signOffs.list(dealId),
    ])
    const written = as?.sections ?? []
    const inSections = written.map(({ content }) => fencedBlocks(content))
    const views = await blocks.views(actor, dealId, inSections.flat(), signal)
    const { currency } = numbers.deal
    const cited = new Set(written.flatMap(({ content }) => citedMetrics(content)))
    const shown = numbers.metrics.filter(({ key }) => cited.has(key))
    const presented = numbers.scenarios.find(({ is_presented }) => is_presented)
    const memo: MemoToPrint = {
      ...frame,
      ...basisOf(modelVersion, assessed.model_integrity_score),
      ...(presented === undefined ? {} : { scenario: messages.scenario({ name: presented.name }) }),
      figures: figuresOf(written, numbers),
      decision: decisionOf(trail.finalization, ofDecision, { committee, signOffs: asked.signOffs }),
      openItems: openItemsOf(numbers, shown),
      sections: sectionsToPrint(written, inSections, views),
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
    }
    return { input: memo, modelVersion, scenarioVersion, memoVersion: as?.version.version }
  }

  const gatherEarlier = async (order: ExportOrder, as: MemoAsOf) => {
    const { version, newest, sections, numbers } = as
    const [{ frame }, files] = await Promise.all([frameOf(order, as), documents.all(order.dealId)])
    const { currency } = version
    const modelVersion = version.modelVersion ?? 0
    const known = new Map(numbers.map((number) => [number.metricKey, number]))
    const fileNames = new Map(files.map(({ id, fileName }) => [id, fileName]))
    const inSections = sections.map(({ content }) => fencedBlocks(content))
    const views = earlierViews(inSections.flat(), { numbers: known, currency, documents: fileNames })
    const memo: MemoToPrint = {
      ...frame,
      earlier: messages.earlier({ newest: newest.version, date: formatDay(newest.at) }),
      ...basisOf(modelVersion, null),
      ...(modelVersion === 0 ? {} : { scenario: messages.scenarioNotKept() }),
      figures: summaryMetrics(sections)
        .flatMap((key) => known.get(key) ?? [])
        .map(({ label, value, unit }) => ({ label, value: formatMetric(value, unit, currency) }))
        .slice(0, maxFigures),
      openItems: [],
      sections: sectionsToPrint(sections, inSections, views),
      metrics: new Map(
        numbers.map(({ metricKey, value, unit }) => [metricKey, { text: formatMetric(value, unit, currency) }]),
      ),
      sources: [],
      files: [],
      overrides: [],
      findings: [],
      comments: [],
    }
    return { input: memo, modelVersion, scenarioVersion: null, memoVersion: version.version }
  }

  return async (order: ExportOrder, signal: AbortSignal): Promise<Omit<Gathered, 'extension'>> => {
    const { dealId, memoVersion } = order
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const as = await memoVersions.asOf(dealId, memoVersion)
      if (as === undefined && memoVersion !== undefined) refuse('memo_version_not_found')
      if (as !== undefined && as.version.version !== as.newest.version) return gatherEarlier(order, as)
      const gathered = await gatherNewest(order, as, signal)
      // Numbers that moved meanwhile belong to another version than the file names.
      if (as === undefined || !(await memoVersions.haveNumbersMoved(dealId, as.version))) return gathered
    }
    throw new ExportProblem(messages.keepsChanging())
  }
}

const basisOf = (version: number, score: number | null): Pick<MemoToPrint, 'basis'> => {
  if (version === 0) return {}
  return { basis: score === null ? messages.basisWithoutScore({ version }) : messages.basis({ version, score }) }
}

type Trail = Awaited<ReturnType<Audit['trail']>>

const auditDigestOf = ({ head, entries }: Trail): NonNullable<MemoToPrint['auditTrail']> => ({
  summary: messages.auditSummary({ count: entries.length, total: head.seq }),
  events: entries.map(({ entry, actorName }) => ({
    number: `${entry.seq}`,
    when: formatMoment(entry.ts),
    who: actorName ?? messages.service(),
    what: entry.type.replaceAll(/[._]/g, ' '),
    hash: entry.hash.slice(0, 12),
  })),
  head: { event: `${head.seq}`, hash: head.hash },
})

/** Each section takes as many of the views as it has blocks. */
const sectionsToPrint = (
  written: MemoAsOf['sections'],
  inSections: readonly (readonly Block[])[],
  views: readonly BlockView[],
): MemoToPrint['sections'] => {
  let taken = 0
  return written.map(({ title, content }, n) => {
    const from = taken
    taken += inSections[n]?.length ?? 0
    return { number: `${n + 1}`, title, content, views: views.slice(from, taken) }
  })
}

/** 2026-11-18 14:00 UTC: the file is read in any time zone. */
const formatMoment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const textOf = ({ value, unit }: Pick<ExportedMetric, 'value' | 'unit'>, currency: string): string | undefined =>
  value === null ? undefined : formatMetric(value, unit, currency)

/** The metrics that the summary cites, in its order. */
const summaryMetrics = (written: readonly { sectionKey: string; content: string }[]): string[] =>
  citedMetrics((written.find(({ sectionKey }) => sectionKey === 'executive_summary') ?? written[0])?.content ?? '')

/** The first numbers that the summary cites, as far as they are certain. */
const figuresOf = (written: readonly { sectionKey: string; content: string }[], { metrics, deal }: ExportedNumbers) => {
  return summaryMetrics(written)
    .flatMap((key) => metrics.find((metric) => metric.key === key && metric.confirmation !== 'unconfirmed') ?? [])
    .flatMap((metric) => {
      const value = textOf(metric, deal.currency)
      return value === undefined ? [] : [{ label: metric.label, value }]
    })
    .slice(0, maxFigures)
}

type Finalization = Trail['finalization']

/** A decision that its signed event does not prove is not printed. */
const decisionOf = (
  finalization: Finalization,
  conditions: readonly Condition[],
  { committee, signOffs }: { committee: Committee; signOffs: readonly SignOff[] },
): NonNullable<MemoToPrint['decision']> => {
  const decision = finalization?.status === 'finalized' && !finalization.tampered ? finalization.decision : null
  const votes = { ...votesLine(committee), ...signOffsLine(signOffs) }
  if (decision === null)
    return {
      title: messages.undecided(),
      conditions: conditions.filter(({ status }) => status === 'open').map(printedCondition),
      ...votes,
    }
  const { decidedAt } = finalization ?? {}
  const decidedWith = conditions.filter(({ decided_with }) => decided_with)
  return {
    title: messages.decided({ decision, conditions: decidedWith.length }),
    ...(decidedAt == null ? {} : { date: formatMoment(decidedAt) }),
    ...(decision === 'approved' ? { outcome: 'approved' } : decision === 'declined' ? { outcome: 'rejected' } : {}),
    conditions: decidedWith.map(printedCondition),
    ...votes,
  }
}

const printedCondition = ({ text, status, owner_name: owner, due_on: due }: Condition) => ({
  text: messages.condition({ text, status }),
  ...(owner === null ? {} : { owner }),
  ...(due === null ? {} : { due }),
})

/** Nothing while a vote is hidden from the person who exports. */
const votesLine = ({ members, votes_hidden, tally }: Committee): { votes?: string } => {
  const voters = members.filter(({ counts }) => counts)
  if (votes_hidden || voters.length === 0) return {}
  const votesFor = (choice: VoteChoice): number =>
    voters.filter(({ vote }) => vote?.is_current === true && vote.choice === choice).length
  return {
    votes: messages.votes({
      approve: votesFor('approve'),
      conditional: votesFor('approve_with_conditions'),
      decline: votesFor('decline'),
      abstain: votesFor('abstain'),
      missing: tally.missing,
    }),
  }
}

const signOffsLine = (signOffs: readonly SignOff[]): { signOffs?: string } => {
  const named = (isSigned: boolean): string[] =>
    signOffs
      .filter(({ is_signed }) => is_signed === isSigned)
      .map((one) => messages.signOff({ what: signOffName(one), name: one.assignee_name }))
  const [signed, missing] = [named(true), named(false)]
  const lines = [
    ...(signed.length === 0 ? [] : [messages.signedOff({ signed: signed.join(', ') })]),
    ...(missing.length === 0 ? [] : [messages.notSignedOff({ missing: missing.join(', ') })]),
  ]
  return lines.length === 0 ? {} : { signOffs: lines.join(' ') }
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
