import { signedIn } from './access.ts'
import { dealColumns, dealFilters, dealOrders, dealSorts } from './deals.ts'
import { metricKey } from './metrics.ts'
import { operation } from './operation.ts'
import {
  boolean,
  described,
  instant,
  integer,
  list,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { maxDealColumns, maxPortfolioMetrics, maxSavedViewNameLength, maxSavedViews, maxSharedViews } from './sizes.ts'

const tag = 'Deals'

const name = text({
  description: 'The name of the view; blanks around it are removed.',
  min: 1,
  max: maxSavedViewNameLength,
  examples: ['Closing this quarter'],
})

export const ViewFilters = model(dealFilters, { title: 'ViewFilters' })
export type ViewFilters = Static<typeof ViewFilters>

const given = {
  name,
  filters: described(ViewFilters, 'Which deals the view lists.'),
  sort: oneOf(dealSorts, { description: 'What its deals are sorted by.' }),
  order: oneOf(dealOrders, { description: 'The direction of the sort.' }),
  columns: list(oneOf(dealColumns), { description: 'The columns that it shows, in order.', max: maxDealColumns }),
  metrics: list(metricKey, {
    description: 'The metrics that it compares in the portfolio, in order.',
    max: maxPortfolioMetrics,
  }),
  org_id: nullable(
    uuid({
      description:
        'The organization whose members see it too; null: only me. Owners and admins of it can share a view.',
    }),
  ),
}

export const SavedView = model(
  {
    id: uuid({ description: 'The view.' }),
    ...given,
    is_mine: boolean({ description: 'Whether I saved it: only then I can change it.' }),
    author_name: text({ description: 'The name of the person who saved it.', examples: ['Maya Okafor'] }),
    updated_at: instant({ description: 'When it was last changed.' }),
    version: integer({ description: 'Rises with each change; send it as If-Match.', examples: [1] }),
  },
  { title: 'SavedView' },
)
export type SavedView = Static<typeof SavedView>

const one = model({ view_id: uuid({ description: 'The view.' }) })

export const savedViews = operation({
  id: 'savedViews',
  method: 'GET',
  path: '/api/saved-views',
  tag,
  summary: 'List my saved views',
  description: `Lists the views that the caller saved by name, at most ${maxSavedViews}, then those shared by owners and admins of the organizations of the caller, at most ${maxSharedViews}.`,
  access: signedIn,
  answer: model({ views: list(SavedView, { description: 'Mine first.' }) }, { title: 'SavedViews' }),
})

export const createSavedView = operation({
  id: 'createSavedView',
  method: 'POST',
  path: '/api/saved-views',
  tag,
  summary: 'Save a view of the list of deals',
  description: `Saves filters, sort and columns under a name that no other view of the caller has. At most ${maxSavedViews} per person: 409 \`too_many_saved_views\`. Sharing it with an organization needs the role of an admin there.`,
  access: signedIn,
  status: 201,
  body: model(
    {
      name,
      filters: optional(given.filters),
      sort: optional(given.sort),
      order: optional(given.order),
      columns: optional(given.columns),
      metrics: optional(given.metrics),
      org_id: optional(given.org_id),
    },
    { title: 'CreateSavedViewRequest' },
  ),
  answer: SavedView,
  errors: ['too_many_saved_views', 'saved_view_name_taken', 'org_not_found', 'org_role_too_low'],
})

export const editSavedView = operation({
  id: 'editSavedView',
  method: 'PATCH',
  path: '/api/saved-views/{view_id}',
  tag,
  summary: 'Change a saved view',
  description:
    'Changes the given fields of a view that the caller saved; filters, columns and metrics are replaced as a whole. A stale If-Match is 409.',
  access: signedIn,
  params: one,
  body: model(
    {
      name: optional(name),
      filters: optional(given.filters),
      sort: optional(given.sort),
      order: optional(given.order),
      columns: optional(given.columns),
      metrics: optional(given.metrics),
      org_id: optional(given.org_id),
    },
    { title: 'EditSavedViewRequest' },
  ),
  answer: SavedView,
  ifMatch: 'required',
  errors: ['saved_view_not_found', 'saved_view_name_taken', 'org_not_found', 'org_role_too_low'],
})

export const deleteSavedView = operation({
  id: 'deleteSavedView',
  method: 'DELETE',
  path: '/api/saved-views/{view_id}',
  tag,
  summary: 'Delete a saved view',
  description: 'Deletes a view that the caller saved, for everyone it was shared with. A stale If-Match is 409.',
  access: signedIn,
  params: one,
  ifMatch: 'required',
  errors: ['saved_view_not_found'],
})
