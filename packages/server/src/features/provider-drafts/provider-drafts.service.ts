import { setTimeout as pause } from 'node:timers/promises'
import { draftReportDays } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { type Clock, days, later, seconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import { type Sections, sectionKindOf } from '../memo/index.ts'
import type { ModelProvider } from '../model-provider/index.ts'
import type { DraftRow, ProviderDraftsStore } from './provider-drafts.store.ts'

interface Deps {
  store: Pick<ProviderDraftsStore, 'add' | 'page' | 'find' | 'cancel'>
  database: Pick<Database, 'afterCommit'>
  provider: Pick<ModelProvider, 'orgOf' | 'hasRoom'>
  changes: Pick<DealChanges, 'change'>
  sections: Pick<Sections, 'lockRow'>
  /** Called after a draft was asked for. */
  wake(): void
  /** Called after a draft was cancelled. */
  stop(row: DraftRow): Promise<void>
  now: Clock
}

/** About what the first agent needs: with less left, a draft would only fail. */
const leastTokens = 2_000
/** How often the progress of a draft, which any node can make, is looked at. */
const lookMs = seconds(1)

export type ProviderDrafts = ReturnType<typeof createProviderDrafts>

/** Drafts of sections by the model provider. Each is of one section that a person asked for. */
export const createProviderDrafts = ({ store, database, provider, changes, sections, wake, stop, now }: Deps) => {
  const find = async (dealId: string, id: string): Promise<DraftRow> => {
    const row = (await store.find(dealId, id)) ?? refuse('draft_not_found')
    return row.dueAt !== null || row.expiresAt > now() ? row : refuse('draft_not_found')
  }

  return {
    find,

    create: (actor: Actor, dealId: string, sectionKey: string): Promise<DraftRow> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const orgId = (await provider.orgOf(dealId)) ?? refuse('llm_off')
        const isKnown = sectionKindOf(sectionKey) !== undefined
        if (!isKnown && (await sections.lockRow(dealId, sectionKey)) === undefined) refuse('section_not_found')
        if (!(await provider.hasRoom(dealId, orgId, leastTokens))) refuse('llm_budget_spent')
        const row: DraftRow = {
          id: newId(),
          dealId,
          sectionKey,
          requestedBy: actor.userId,
          grantId: actor.tokenGrantId ?? null,
          bySuperadmin: actor.bySuperadminGrant,
          status: 'pending',
          agent: null,
          dueAt: deal.at,
          attempts: 0,
          reserved: null,
          tokens: 0,
          problem: null,
          report: null,
          commentId: null,
          proposal: null,
          createdAt: deal.at,
          endedAt: null,
          expiresAt: later(deal.at, days(draftReportDays)),
        }
        if (!(await store.add(row))) refuse('draft_under_way')
        deal.record('draft.requested', { draft_id: row.id, section_key: sectionKey })
        await database.afterCommit(async () => wake())
        return row
      }),

    list: async (
      dealId: string,
      { after, limit }: { after: { time: Date; id: string } | undefined; limit: number },
    ) => {
      const rows = await store.page(dealId, { after, limit: limit + 1 })
      const shown = rows.slice(0, limit)
      return {
        drafts: shown.filter(({ dueAt, expiresAt }) => dueAt !== null || expiresAt > now()),
        next: rows.length > shown.length ? shown.at(-1) : undefined,
        isAvailable: (await provider.orgOf(dealId)) !== undefined,
      }
    },

    cancel: async (actor: Actor, dealId: string, id: string): Promise<DraftRow> => {
      const row = await find(dealId, id)
      await changes.change(
        actor,
        dealId,
        'editor',
        async (deal) => {
          if (!(await store.cancel(row, deal.at))) return
          const section = await sections.lockRow(dealId, row.sectionKey)
          deal.record('draft.ended', {
            draft_id: row.id,
            section_key: row.sectionKey,
            outcome: 'cancelled',
            problem: null,
            comment_id: null,
            accepted: 0,
            dropped: 0,
            version: section?.version ?? 0,
            stale: section?.stale ?? false,
            metric_keys: [],
            unconfirmed: 0,
          })
          await database.afterCommit(() => stop(row))
        },
        { evenIfDecided: true },
      )
      return find(dealId, id)
    },

    /** The draft whenever it has moved, until it has ended. */
    follow: async function* (dealId: string, id: string, signal: AbortSignal): AsyncGenerator<DraftRow> {
      let seen = ''
      while (!signal.aborted) {
        const row = await find(dealId, id)
        const state = [row.status, row.agent, row.tokens].join(' ')
        if (state !== seen) yield row
        seen = state
        if (row.dueAt === null) return
        await pause(lookMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    },
  }
}
