import type { FindingChoice, QualityFinding } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Models } from '../models/index.ts'
import type { ModelFinding, ModelQuality, Quality } from './quality.service.ts'
import type { SettlementRow, SettlementsStore } from './settlements.store.ts'

interface Deps {
  store: SettlementsStore
  quality: Pick<Quality, 'of' | 'known'>
  models: Pick<Models, 'current'>
  changes: Pick<DealChanges, 'change'>
}

export interface Wanted {
  choice: FindingChoice
  reason: string
}

export type FindingSettlements = ReturnType<typeof createFindingSettlements>

/** How findings of the model are settled. A settlement changes neither the finding nor the score. */
export const createFindingSettlements = ({ store, quality, models, changes }: Deps) => {
  const withSettlements = async (dealId: string, findings: readonly ModelFinding[]): Promise<QualityFinding[]> => {
    const rows = await store.of(
      dealId,
      findings.map(({ id }) => id),
    )
    const byId = new Map(rows.map((row) => [row.settlement.findingId, row]))
    return findings.map((finding) => presentFinding(finding, byId.get(finding.id)))
  }

  /** Findings that a deal should not be decided with: serious, and neither accepted nor dismissed. */
  const countOpen = async (dealId: string, { data_quality_summary: found }: ModelQuality): Promise<number> => {
    // The worst findings are listed first, so that those beyond the list are serious only if all listed ones are.
    const serious = found.findings.filter(({ severity }) => severity === 'critical' || severity === 'high')
    const settled = (await withSettlements(dealId, serious)).filter(({ settlement }) => settlement !== null)
    return found.critical + found.high - settled.length
  }

  return {
    withSettlements,

    /** Examines the model if that has not been done, which can take seconds. */
    openSerious: async (dealId: string): Promise<number> => countOpen(dealId, await quality.of(dealId)),

    /** The same of what is stored; null: the model has not been examined. */
    knownOpenSerious: async (dealId: string): Promise<number | null> => {
      const known = await quality.known(dealId)
      return known === null ? null : countOpen(dealId, known)
    },

    settle: async (
      actor: Actor,
      dealId: string,
      findingId: string,
      { choice, reason: given }: Wanted,
      seen: number | undefined,
    ): Promise<QualityFinding> => {
      const reason = given.trim()
      if (reason === '')
        throw new InvalidInput({ at: ['body', 'reason'], reason: requestMessages.textBlank(), input: given })
      // Never while the deal is locked: examining a model can take seconds.
      const found = await quality.of(dealId)
      const finding =
        found.data_quality_summary.findings.find(({ id }) => id === findingId) ?? refuse('finding_not_found')
      await changes.change(actor, dealId, 'editor', async (deal) => {
        if ((await models.current(dealId))?.version !== found.model_version) refuse('model_changed')
        const former = (await store.find(dealId, findingId))?.version ?? 0
        assertCurrent(former, seen)
        const version = former + 1
        const { id, fingerprint, check, severity } = finding
        const settledBy = actor.userId
        await store.put({ dealId, findingId: id, fingerprint, choice, reason, settledBy, settledAt: deal.at, version })
        deal.record('finding.settled', { finding_id: id, check, severity, choice, version })
      })
      const [settled] = await withSettlements(dealId, [finding])
      return settled ?? refuse('finding_not_found')
    },

    /** Undoes a settlement. Its row stays, so that the version of the finding only rises. */
    reopen: async (actor: Actor, dealId: string, findingId: string, seen: number | undefined): Promise<void> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const former = (await store.find(dealId, findingId)) ?? refuse('finding_not_found')
        assertCurrent(former.version, seen)
        if (former.choice === null) return
        const version = former.version + 1
        const [settledBy, settledAt] = [actor.userId, deal.at]
        await store.put({ ...former, choice: null, reason: null, settledBy, settledAt, version })
        deal.record('finding.reopened', { finding_id: findingId, version })
      }),
  }
}

const presentFinding = ({ fingerprint, ...finding }: ModelFinding, row: SettlementRow | undefined): QualityFinding => {
  const { settlement, settledByName } = row ?? {}
  const { choice = null, reason = null } = settlement ?? {}
  const holds = settlement !== undefined && settlement.fingerprint === fingerprint
  return {
    ...finding,
    settlement:
      holds && choice !== null && settledByName !== undefined
        ? { choice, reason: reason ?? '', by: settledByName, at: settlement.settledAt.toISOString() }
        : null,
    version: settlement?.version ?? 0,
  }
}
