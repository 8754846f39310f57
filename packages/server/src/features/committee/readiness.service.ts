import { maxReadinessNames, type ReadinessCheck, type ReadinessItem } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { DomainError } from '../../domain-error.ts'
import { committeeMessages as messages, readinessLabels } from '../../messages/committee.ts'
import { expectedSections } from '../memo/index.ts'
import type { FindingSettlements } from '../quality/index.ts'
import { compareWithThreshold, type Thresholds } from '../thresholds/index.ts'
import type { BlindRead } from './blind-read.service.ts'
import type { Committees, Standing } from './committee.service.ts'
import type { ReadinessStore } from './readiness.store.ts'
import { isSigned, type SignOffs, signOffName } from './sign-offs.service.ts'
import { isSameState } from './voted-state.ts'

interface Deps {
  store: ReadinessStore
  committees: Pick<Committees, 'standing'>
  signOffs: Pick<SignOffs, 'all'>
  blindRead: Pick<BlindRead, 'seesRatings'>
  findings: Pick<FindingSettlements, 'openSerious' | 'knownOpenSerious'>
  thresholds: Pick<Thresholds, 'all'>
}

/** A check with its result, before it is shown to somebody. */
export interface Checked {
  key: ReadinessItem
  /** Null: it could not be checked. */
  count: number | null
  names: readonly string[]
  /** Where to settle it, below the page of the deal. */
  place: string
}

/** Serious findings of the model that nobody has settled; null: it could not be examined. */
export type SeriousFindings = number | null

export type Readiness = ReturnType<typeof createReadiness>

/** What is open before a decision. */
export const createReadiness = ({
  store,
  committees,
  signOffs,
  blindRead,
  findings: settlements,
  thresholds,
}: Deps) => {
  /** Examines the model if that has not been done, which can take seconds: never while the deal is locked. */
  const examine = async (dealId: string): Promise<SeriousFindings> => {
    try {
      return await settlements.openSerious(dealId)
    } catch (error) {
      // The check is shown as not done. Any other error is a fault of the service.
      if (error instanceof DomainError) return null
      throw error
    }
  }

  const check = async (dealId: string, findings: SeriousFindings, standing: Standing): Promise<Checked[]> => {
    const rows = await store.rows(dealId)
    const breached = (await thresholds.all(dealId)).filter(
      (threshold) => compareWithThreshold(threshold, threshold.metricValue).isBreached === true,
    )
    const unwritten = expectedSections(rows.dealType).filter(({ key }) => !rows.sections.includes(key))
    const missing = standing.people.filter(
      ({ counts, vote }) => counts && !(vote !== null && isSameState(vote, standing.deal)),
    )
    const unsigned = (await signOffs.all(dealId)).filter((one) => !isSigned(one, standing.deal))
    const atSection = (key: string | null): string => (key === null ? '' : `?section=${encodeURIComponent(key)}`)
    return [
      {
        key: 'open_blockers',
        count: rows.blockers.count,
        names: [...new Set(rows.blockers.names.flatMap((section) => (section === null ? [] : sectionName(section))))],
        place: rows.blockers.first === null ? '' : `?comment=${rows.blockers.first}`,
      },
      { key: 'contradictions', count: rows.contradictions, names: [], place: '/quality' },
      {
        key: 'unconfirmed_numbers',
        count: rows.unconfirmed.count,
        names: rows.unconfirmed.names,
        place:
          rows.unconfirmed.first === null
            ? '/numbers'
            : `/numbers?metric=${encodeURIComponent(rows.unconfirmed.first)}`,
      },
      { key: 'high_findings', count: findings, names: [], place: '/quality' },
      {
        key: 'threshold_breaches',
        count: breached.length,
        names: breached.map(({ label }) => label),
        place: '/scenarios',
      },
      {
        key: 'sections_to_write',
        count: rows.empty.count + unwritten.length,
        names: [...rows.empty.names, ...unwritten.map(({ label }) => label)],
        place: atSection(rows.empty.first),
      },
      { key: 'stale_sections', count: rows.stale.count, names: rows.stale.names, place: atSection(rows.stale.first) },
      {
        key: 'low_ratings',
        count: rows.lowRated.count,
        names: rows.lowRated.names,
        place: atSection(rows.lowRated.first),
      },
      {
        key: 'votes_missing',
        count: missing.length,
        names: missing.map(({ displayName }) => displayName),
        place: '/committee',
      },
      { key: 'sign_offs_missing', count: unsigned.length, names: unsigned.map(signOffName), place: '/committee' },
    ]
  }

  return {
    examine,
    check,
    /** What is known about the model without examining it. */
    known: (dealId: string): Promise<SeriousFindings> => settlements.knownOpenSerious(dealId),

    /** What a person can see of it: ratings are hidden until they have voted, where the first reading is blind. */
    show: async ({ userId }: Actor, dealId: string): Promise<ReadinessCheck[]> => {
      const findings = await examine(dealId)
      const checked = await check(dealId, findings, await committees.standing(dealId))
      const seesRatings = await blindRead.seesRatings(dealId, userId)
      return checked.map((one) => presentCheck(dealId, one, one.key === 'low_ratings' && !seesRatings))
    },
  }
}

const sectionName = ({ title, isRemoved }: { title: string; isRemoved: boolean }): string =>
  isRemoved ? messages.removedSection({ title }) : title

const presentCheck = (dealId: string, { key, count, names, place }: Checked, hidden: boolean): ReadinessCheck => ({
  key,
  label: readinessLabels[key](),
  count: hidden ? null : count,
  hidden,
  names: hidden ? [] : names.slice(0, maxReadinessNames),
  link: `/app/canvas/${encodeURIComponent(dealId)}${hidden ? '' : place}`,
})
