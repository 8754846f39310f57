import {
  atLeast,
  type DealColumn,
  type DealOrder,
  type DealSort,
  defaultOrder,
  maxSavedViews,
  orgRoles,
  type ViewFilters,
} from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { savedViewMessages as messages } from '../../messages/saved-views.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Orgs } from '../orgs/index.ts'
import type { SavedViewsStore, StoredView, ViewRow } from './saved-views.store.ts'

interface Deps {
  store: SavedViewsStore
  database: Pick<Database, 'transaction'>
  orgs: Pick<Orgs, 'ofUser'>
  now: Clock
}

/** Absent fields stay as they are. */
export interface ViewEdit {
  name?: string | undefined
  filters?: ViewFilters | undefined
  sort?: DealSort | undefined
  order?: DealOrder | undefined
  columns?: DealColumn[] | undefined
  metrics?: string[] | undefined
  orgId?: string | null | undefined
}

export type SavedViews = ReturnType<typeof createSavedViews>

/** Views of the list of deals: each belongs to one person, who can share it where they are an administrator. */
export const createSavedViews = ({ store, database, orgs, now }: Deps) => {
  const find = async ({ userId }: Actor, id: string): Promise<ViewRow> =>
    (await store.mine(userId)).find((view) => view.id === id) ?? refuse('saved_view_not_found')

  const assertCanShare = async ({ userId }: Actor, orgId: string | null): Promise<void> => {
    if (orgId === null) return
    const org = (await orgs.ofUser(userId)).find(({ id, counts }) => id === orgId && counts) ?? refuse('org_not_found')
    if (!atLeast(orgRoles, org.role, 'admin')) refuse('org_role_too_low')
  }

  const assertFree = async ({ userId }: Actor, name: string, except?: string): Promise<void> => {
    if (await store.hasName(userId, name, except)) refuse('saved_view_name_taken')
  }

  /** The person's views are locked, so that neither limit nor names can be passed by saving twice at once. */
  const change = <Result>({ userId }: Actor, work: () => Promise<Result>): Promise<Result> =>
    database.transaction(async () => {
      await store.lock(userId)
      return work()
    })

  return {
    /** The person's own, then those that others share. */
    list: async (actor: Actor): Promise<ViewRow[]> => [
      ...(await store.mine(actor.userId)),
      ...(await store.shared(actor.userId)),
    ],

    create: (actor: Actor, given: ViewEdit & { name: string }): Promise<ViewRow> => {
      const name = readName(given.name)
      assertDistinct(given)
      return change(actor, async () => {
        if ((await store.count(actor.userId)) >= maxSavedViews) refuse('too_many_saved_views')
        await assertFree(actor, name)
        const { sort = 'activity', orgId = null } = given
        await assertCanShare(actor, orgId)
        const at = now()
        const view: StoredView = {
          id: newId(),
          userId: actor.userId,
          orgId,
          name,
          filters: given.filters ?? {},
          sort,
          direction: given.order ?? defaultOrder[sort],
          columns: given.columns ?? [],
          metrics: given.metrics ?? [],
          version: 1,
          createdAt: at,
          updatedAt: at,
        }
        await store.add(view)
        return find(actor, view.id)
      })
    },

    edit: (actor: Actor, id: string, edit: ViewEdit, seen: number | undefined): Promise<ViewRow> => {
      const name = edit.name === undefined ? undefined : readName(edit.name)
      assertDistinct(edit)
      return change(actor, async () => {
        const former = await find(actor, id)
        assertCurrent(former.version, seen)
        if (name !== undefined) await assertFree(actor, name, id)
        if (edit.orgId !== undefined && edit.orgId !== former.orgId) await assertCanShare(actor, edit.orgId)
        await store.change({
          id,
          userId: actor.userId,
          name: name ?? former.name,
          filters: edit.filters ?? former.filters,
          sort: edit.sort ?? former.sort,
          direction: edit.order ?? (edit.sort === undefined ? former.direction : defaultOrder[edit.sort]),
          columns: edit.columns ?? former.columns,
          metrics: edit.metrics ?? former.metrics,
          orgId: edit.orgId === undefined ? former.orgId : edit.orgId,
          version: former.version + 1,
          updatedAt: now(),
        })
        return find(actor, id)
      })
    },

    remove: (actor: Actor, id: string, seen: number | undefined): Promise<void> =>
      change(actor, async () => {
        assertCurrent((await find(actor, id)).version, seen)
        await store.remove(actor.userId, id)
      }),
  }
}

const readName = (given: string): string => {
  const name = given.trim()
  if (name !== '') return name
  throw new InvalidInput({ at: ['body', 'name'], reason: messages.blank(), input: given })
}

const assertDistinct = (given: Pick<ViewEdit, 'columns' | 'metrics'>): void => {
  for (const field of ['columns', 'metrics'] as const) {
    const list: readonly string[] = given[field] ?? []
    if (new Set(list).size < list.length)
      throw new InvalidInput({ at: ['body', field], reason: messages.repeated(), input: list })
  }
}
