import { archivedDays, type DealRole, dealRoles, maxCountedDeals } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { AdminLog } from '../admin-log/index.ts'
import type { BeginTrail, ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import { noHash } from '../audit-trail/index.ts'
import type { DealErasure } from '../erasure/index.ts'
import type { Orgs } from '../orgs/index.ts'
import type { KnownScores } from '../quality/index.ts'
import type { Quotas } from '../quotas/index.ts'
import type { DealCount, DealRow, DealSummary, DealsStore } from './deals.store.ts'
import type { DealsPage, ListedFields } from './deals-page.ts'
import type { DealEntrance } from './entrance/entrance.service.ts'

interface Deps {
  store: DealsStore
  database: Database
  changes: Pick<DealChanges, 'change'>
  /** Signs the head of the new deal's empty audit trail. */
  beginTrail: BeginTrail
  entrance: Pick<DealEntrance, 'requireOwner'>
  orgs: Pick<Orgs, 'ofUser'>
  erasure: Pick<DealErasure, 'erase'>
  adminLog: Pick<AdminLog, 'record'>
  knownScores: KnownScores
  /** How much waits for a user on each of the deals; deals with nothing are left out. */
  waitingCounts(userId: string, dealIds: readonly string[]): Promise<ReadonlyMap<string, number>>
  quotas: Pick<Quotas, 'takeDeal'>
  now: Clock
}

/** A deal with the role of the member who views it. */
export interface SeenDeal {
  deal: DealRow
  role: DealRole
  /** Null: the deal is not finalized. */
  decision: DealRow['decision']
}

export interface ListedDeal extends SeenDeal {
  summary: DealSummary & ListedFields
  /** Absent if there is no model or its score is not known. */
  score: number | undefined
  /** How much waits for the user. */
  waiting: number
}

export interface Beginning extends Pick<DealRow, 'orgId' | 'name' | 'tier'> {
  /** Absent: a new id is generated. */
  id?: string
  ownerId: string
}

export interface DealPatch {
  name?: string | undefined
  archived?: boolean | undefined
}

const readName = (given: string): string => {
  const name = given.trim()
  if (name !== '') return name
  throw new InvalidInput({ at: ['body', 'name'], reason: requestMessages.nameBlank(), input: given })
}

export type Deals = ReturnType<typeof createDeals>

/** Lists, creates, renames, archives and deletes deals. */
export const createDeals = (deps: Deps) => {
  const {
    store,
    database,
    changes,
    beginTrail,
    entrance,
    orgs,
    erasure,
    adminLog,
    knownScores,
    waitingCounts,
    quotas,
    now,
  } = deps

  /** Returns null if the user has several organizations: then none is the default. */
  const onlyOrgOf = async (userId: string): Promise<string | null> => {
    const [only, ...others] = (await orgs.ofUser(userId)).filter(({ counts }) => counts)
    return only !== undefined && others.length === 0 ? only.id : null
  }

  const requireMember = async (orgId: string, userId: string): Promise<void> => {
    const isActive = await store.holdOrg(orgId)
    if (!isActive || !(await store.isMemberOfOrg(orgId, userId))) refuse('org_not_found')
  }

  const save = async ({ row, at, record }: ChangingDeal, { name, archived }: DealPatch): Promise<void> => {
    const renamed = name !== undefined && name !== row.name
    const moved = archived !== undefined && archived !== (row.archivedAt !== null)
    if (renamed && row.status === 'finalized') refuse('deal_finalized')
    if (!renamed && !moved) return
    const archivedAt = moved ? (archived ? at : null) : row.archivedAt
    await store.save(row.id, { name: name ?? row.name, archivedAt, updatedAt: at })
    if (renamed) record('deal.renamed', {})
    if (moved) record(archived ? 'deal.archived' : 'deal.restored', {})
  }

  /** A finalized deal can still be archived and restored. */
  const change = (actor: Actor, dealId: string, patch: DealPatch): Promise<void> =>
    changes.change(actor, dealId, 'owner', (deal) => save(deal, patch), { evenIfDecided: true })

  /** Expects an actor whose role on the deal was already checked. */
  const show = async (actor: Actor, dealId: string): Promise<SeenDeal> => {
    const deal = (await store.deal(dealId)) ?? refuse('deal_not_found')
    const role = actor.dealRole ?? refuse('deal_not_found')
    return { deal, role, decision: deal.status === 'open' ? null : await store.shownDecision(dealId) }
  }

  /** Records the id only, because the purge must also erase the name. */
  const purgeNow = (actor: Actor, dealId: string): Promise<void> =>
    changes.change(
      actor,
      dealId,
      'superadmin',
      async ({ row: { orgId } }) => {
        await erasure.erase(dealId, actor.userId)
        await adminLog.record(actor, { action: 'deal.purged', target: { type: 'deal', id: dealId }, orgId })
      },
      { evenIfDecided: true },
    )

  const purge = (actor: Actor, dealId: string): Promise<void> =>
    changes.change(
      actor,
      dealId,
      'owner',
      async ({ row: { archivedAt }, at }) => {
        if (archivedAt === null || later(archivedAt, days(archivedDays)) > at) refuse('deal_not_archived')
        await erasure.erase(dealId, actor.userId)
      },
      { evenIfDecided: true },
    )

  /** Inserts a new deal inside a transaction. Records no event: an untouched deal has an empty audit trail. */
  const add = async ({ id = newId(), orgId, name, tier, ownerId }: Beginning): Promise<DealRow> => {
    const at = now()
    const deal: DealRow = {
      id,
      orgId,
      createdBy: ownerId,
      name,
      tier,
      status: 'open',
      archivedAt: null,
      decision: null,
      rationale: null,
      rationaleSalt: null,
      decidedBy: null,
      decidedAt: null,
      stage: 'screening',
      icDate: null,
      leadId: null,
      city: null,
      dealType: null,
      detailsVersion: 1,
      createdAt: at,
      updatedAt: at,
      lastActivityAt: null,
    }
    await quotas.takeDeal(ownerId)
    await store.add(deal, ownerId, noHash)
    await beginTrail(id, at)
    return deal
  }

  /**
   * Resolves the organization of a new deal, with the same checks as when the deal is created immediately. Absent: the
   * user's only organization. Null: none.
   */
  const orgFor = async (userId: string, requested: string | null | undefined): Promise<string | null> => {
    const orgId = requested === undefined ? await onlyOrgOf(userId) : requested
    if (orgId !== null) await requireMember(orgId, userId)
    return orgId
  }

  return {
    orgFor,

    page: async (userId: string, wanted: DealsPage): Promise<ListedDeal[]> => {
      const rows = await store.page(userId, wanted)
      const [scores, waiting] = await Promise.all([
        knownScores(
          rows.flatMap(({ id, modelVersion }) =>
            modelVersion === null ? [] : [{ dealId: id, version: modelVersion }],
          ),
        ),
        waitingCounts(
          userId,
          rows.map(({ id }) => id),
        ),
      ])
      return rows.flatMap(({ roles, ...row }) => {
        const role = dealRoles.findLast((item) => roles.includes(item))
        return role === undefined
          ? []
          : [
              {
                deal: row,
                role,
                decision: row.shownDecision,
                summary: row,
                score: scores.get(row.id),
                waiting: waiting.get(row.id) ?? 0,
              },
            ]
      })
    },

    counts: async (userId: string): Promise<{ counts: DealCount[]; capped: boolean }> => {
      const counts = await store.counts(userId, maxCountedDeals + 1)
      const total = counts.reduce((sum, { count }) => sum + count, 0)
      return { counts, capped: total > maxCountedDeals }
    },

    show,

    add,

    create: (actor: Actor, given: { name: string; orgId: string | null | undefined }): Promise<SeenDeal> =>
      database.transaction(async () => {
        const name = readName(given.name)
        const orgId = await orgFor(actor.userId, given.orgId)
        return {
          deal: await add({ orgId, name, tier: 'legacy', ownerId: actor.userId }),
          role: 'owner',
          decision: null,
        }
      }),

    /** For superadmins, and for erasing the person who owns the deal. */
    purgeNow,

    rename: (actor: Actor, dealId: string, name: string): Promise<void> => change(actor, dealId, { name }),

    change: async (actor: Actor, dealId: string, { name, archived }: DealPatch): Promise<SeenDeal> => {
      await change(actor, dealId, { name: name === undefined ? undefined : readName(name), archived })
      return show(actor, dealId)
    },

    /**
     * Archives a deal or deletes it permanently. Checks permissions here, because a superadmin can delete a deal
     * without being a member.
     */
    remove: async (actor: Actor, dealId: string, { forGood }: { forGood: boolean }): Promise<void> => {
      if (forGood && actor.isSuperadmin) return purgeNow(actor, dealId)
      await entrance.requireOwner(actor, dealId)
      if (forGood) return purge(actor, dealId)
      await change(actor, dealId, { archived: true })
    },
  }
}
