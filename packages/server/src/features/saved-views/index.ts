import {
  createSavedView,
  deleteSavedView,
  editSavedView,
  savedViews as listSavedViews,
  type SavedView,
} from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Orgs } from '../orgs/index.ts'
import { createSavedViews, type SavedViews } from './saved-views.service.ts'
import { createSavedViewsStore, type ViewRow } from './saved-views.store.ts'

const present = (row: ViewRow, userId: string): SavedView => ({
  id: row.id,
  name: row.name,
  filters: row.filters,
  sort: row.sort,
  order: row.direction,
  columns: row.columns,
  metrics: row.metrics,
  org_id: row.orgId,
  is_mine: row.userId === userId,
  author_name: row.authorName,
  updated_at: row.updatedAt.toISOString(),
  version: row.version,
})

const routes = (views: SavedViews): Route[] => [
  handle(listSavedViews, async ({ actor }) => ({
    views: (await views.list(actor)).map((row) => present(row, actor.userId)),
  })),
  handle(createSavedView, async ({ actor, body: { org_id: orgId, ...given } }) =>
    present(await views.create(actor, { ...given, orgId }), actor.userId),
  ),
  handle(editSavedView, async ({ actor, params, body: { org_id: orgId, ...edit }, ifMatch }) =>
    present(await views.edit(actor, params.view_id, { ...edit, orgId }, ifMatch), actor.userId),
  ),
  handle(deleteSavedView, ({ actor, params, ifMatch }) => views.remove(actor, params.view_id, ifMatch)),
]

/** Views of the list of deals that people save. */
export const createSavedViewsFeature = ({ database, now }: Platform, { orgs }: { orgs: Orgs }) => ({
  routes: routes(createSavedViews({ store: createSavedViewsStore(database), database, orgs, now })),
})
