import { superadmin } from './access.ts'
import { operation } from './operation.ts'
import {
  boolean,
  integer,
  list,
  map,
  model,
  nullable,
  number,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { maxDealIdLength, maxIdLength } from './sizes.ts'

/** All state stored per deal in the key-value store. A purge uses this list, so that no kind can be forgotten. */
export const dealStateKinds = [
  'session',
  'lock',
  'presence',
  'event',
  'image_crop',
  'digitization',
  'intake_summary',
  'readiness',
  'intelligence',
  'brush',
  'checkpoint',
] as const
export type DealStateKind = (typeof dealStateKinds)[number]

const counts = map(integer(), { description: 'Keys by kind.', examples: [{ session: 1, lock: 2 }] })

export const PurgeReport = model(
  {
    mode: oneOf(['all', 'by_deal'], { description: 'Whether all deals or one deal was purged.' }),
    dry_run: boolean({ description: 'True: nothing was removed, only counted.' }),
    include_checkpoints: boolean({ description: 'Whether checkpoints were included.' }),
    deals: list(
      model(
        {
          deal_id: text({ description: 'The deal.', examples: ['demo-riverside'] }),
          deal_name: nullable(
            text({ description: 'Null for a deal that is only reserved or gone.', examples: ['Riverside Apartments'] }),
          ),
          org_id: nullable(uuid({ description: 'Its organization; null: a personal deal.' })),
          org_name: nullable(text({ description: 'Null for a personal deal.', examples: ['Northwind Capital'] })),
          keys: counts,
          kept_checkpoints: integer({ description: 'How many checkpoints were kept.', examples: [0] }),
          skipped: optional(
            oneOf(['recent_activity'], { description: 'Why the deal was left alone; absent: it was not.' }),
          ),
        },
        { title: 'PurgedDeal' },
      ),
      { description: 'At most 1,000; the totals count all.' },
    ),
    deals_total: integer({ description: 'How many deals were looked at.', examples: [1] }),
    totals: counts,
    purged_keys: integer({ description: 'What was deleted; 0 in a dry run.', examples: [3] }),
    duration_ms: number({ description: 'How long it took, in milliseconds.', examples: [12] }),
    resumed: boolean({ description: 'Whether it went on where a purge of the same kind was cut off.' }),
  },
  { title: 'PurgeReport' },
)
export type PurgeReport = Static<typeof PurgeReport>

export const purgeDeals = operation({
  id: 'purgeDeals',
  method: 'POST',
  path: '/api/superadmin/purge_deals',
  tag: 'Superadmin',
  summary: 'Purge the short-lived state of deals',
  description:
    'Removes the short-lived state of one deal or of all. Comments, memos, models and the audit trail are never touched. A dry run unless `dry_run` is false.',
  access: superadmin,
  body: model(
    {
      mode: oneOf(['all', 'by_deal'], { description: 'All deals, or the one in `deal_id`.' }),
      deal_id: optional(
        nullable(
          text({
            description: 'The deal, with `by_deal`.',
            min: 1,
            max: maxDealIdLength,
            examples: ['demo-riverside'],
          }),
        ),
      ),
      org_id: optional(nullable(text({ description: 'Only deals of this organization.', max: maxIdLength }))),
      include_checkpoints: optional(boolean({ description: 'Whether checkpoints are removed too.', default: false })),
      exclude_active_within_secs: optional(
        nullable(
          integer({
            description: 'Leave deals alone that were active within so many seconds.',
            minimum: 0,
            maximum: 315_360_000,
          }),
        ),
      ),
      dry_run: optional(boolean({ description: 'Whether to count only and remove nothing.', default: true })),
    },
    { title: 'PurgeDealsBody' },
  ),
  answer: PurgeReport,
  errors: ['deal_not_found'],
})
