import { kindOf } from '@deal-canvas/engine'
import { fitting, maxAnswerBytes } from '../../answer-size.ts'
import { refuse } from '../../domain-error.ts'
import type { CompareThread } from './compare-thread.ts'
import type {
  MemoVersionsStore,
  NumberOfVersion,
  SectionOfVersion,
  VersionRow,
  WrittenSection,
} from './memo-versions.store.ts'

interface Deps {
  store: MemoVersionsStore
  thread: Pick<CompareThread, 'compare'>
}

/** A section in two versions of a memo. */
export interface SectionPair {
  sectionKey: string
  from: SectionOfVersion | undefined
  to: SectionOfVersion | undefined
}

export interface NumberPair {
  metricKey: string
  label: string
  from: NumberOfVersion | undefined
  to: NumberOfVersion | undefined
}

interface LabeledNumber extends NumberOfVersion {
  label: string
}

/** A memo as it was in one of its versions. */
export interface MemoAsOf {
  version: VersionRow
  newest: VersionRow
  sections: WrittenSection[]
  numbers: LabeledNumber[]
}

export type MemoVersions = ReturnType<typeof createMemoVersions>
export type MemoComparison = Awaited<ReturnType<MemoVersions['compare']>>

/** The versions of the whole memo, and what differs between two of them. */
export const createMemoVersions = ({ store, thread }: Deps) => {
  const findBoth = async (dealId: string, from: number, to: number): Promise<[VersionRow, VersionRow]> => {
    const [before, after] = await Promise.all([store.find(dealId, from), store.find(dealId, to)])
    return [before ?? refuse('memo_version_not_found'), after ?? refuse('memo_version_not_found')]
  }

  const pairNumbers = async (dealId: string, from: number, to: number): Promise<NumberPair[]> => {
    const [before, after, labels] = await Promise.all([
      store.numbers(dealId, from),
      store.numbers(dealId, to),
      store.labels(dealId),
    ])
    const earlier = byKey(before)
    const later = byKey(after)
    return [...new Set([...earlier.keys(), ...later.keys()])].sort().map((metricKey) => ({
      metricKey,
      label: labelIn(labels, metricKey),
      from: earlier.get(metricKey),
      to: later.get(metricKey),
    }))
  }

  /** Each text once, where a section is the same in both versions. */
  const compareSections = async (dealId: string, pairs: readonly SectionPair[]) => {
    const asked = pairs.flatMap(({ from, to }) => (isSameText(from, to) ? [to] : [from, to])).filter(isGiven)
    const texts = await store.texts(dealId, asked)
    const textOf = new Map(asked.map((section, place) => [section, texts[place] ?? '']))
    const contentOf = (section: SectionOfVersion | undefined): string | null =>
      section === undefined ? null : (textOf.get(section) ?? '')
    const compared = await thread.compare(
      pairs.map(({ from, to }) => ({ before: contentOf(isSameText(from, to) ? to : from), after: contentOf(to) })),
    )
    return pairs.map((pair, place) => ({ ...pair, ...(compared[place] ?? { parts: [], cited: [] }) }))
  }

  return {
    /** The memo in the given version, or in its newest; undefined: it has no such version. */
    asOf: async (dealId: string, wanted: number | undefined): Promise<MemoAsOf | undefined> => {
      const newest = await store.newest(dealId)
      const version = wanted === undefined || wanted === newest?.version ? newest : await store.find(dealId, wanted)
      if (newest === undefined || version === undefined) return undefined
      const [sections, numbers, labels] = await Promise.all([
        store.written(dealId, version.version),
        store.numbers(dealId, version.version),
        store.labels(dealId),
      ])
      const labeled = numbers.map((number) => ({ ...number, label: labelIn(labels, number.metricKey) }))
      return { version, newest, sections, numbers: labeled }
    },

    has: async (dealId: string, version: number): Promise<boolean> => (await store.find(dealId, version)) !== undefined,

    haveNumbersMoved: store.haveNumbersMoved,

    list: (dealId: string, page: { before: number | undefined; limit: number }): Promise<VersionRow[]> =>
      store.page(dealId, page),

    /** The sections after the given number of them, as many as fit into one answer. */
    compare: async (dealId: string, { from, to, skip }: { from: number; to: number; skip: number }) => {
      const [before, after] = await findBoth(dealId, from, to)
      const [earlier, later, numbers] = await Promise.all([
        store.sections(dealId, from),
        store.sections(dealId, to),
        pairNumbers(dealId, from, to),
      ])
      const pairs = pairSections(earlier, later).slice(skip)
      const fit = fitting(pairs, (pair) => (pair.from?.size ?? 0) + (pair.to?.size ?? 0), maxAnswerBytes)
      const sections = await compareSections(dealId, fit)
      const cited = new Set(sections.flatMap((section) => section.cited))
      return {
        from: before,
        to: after,
        sections,
        numbers: numbers.filter((number) => cited.has(number.metricKey) || differ(number)),
        next: fit.length < pairs.length ? skip + fit.length : undefined,
      }
    },
  }
}

const labelIn = (labels: ReadonlyMap<string, string>, metricKey: string): string =>
  labels.get(metricKey) ?? kindOf(metricKey)?.label ?? metricKey

/** In the order of the later version; a section that is no longer there stands where it was. */
const pairSections = (earlier: readonly SectionOfVersion[], later: readonly SectionOfVersion[]): SectionPair[] => {
  const before = byKey(earlier)
  const after = byKey(later)
  const removed = earlier.filter(({ sectionKey }) => !after.has(sectionKey))
  return [...later, ...removed]
    .sort((a, b) => a.position - b.position)
    .map(({ sectionKey }) => ({ sectionKey, from: before.get(sectionKey), to: after.get(sectionKey) }))
}

const byKey = <Row extends { sectionKey: string } | { metricKey: string }>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => ['sectionKey' in row ? row.sectionKey : row.metricKey, row]))

const isGiven = <Value>(value: Value | undefined): value is Value => value !== undefined

const isSameText = (from: SectionOfVersion | undefined, to: SectionOfVersion | undefined): boolean =>
  from !== undefined && from.sectionVersion === to?.sectionVersion

const differ = ({ from, to }: NumberPair): boolean => from?.value !== to?.value || from?.unit !== to?.unit
