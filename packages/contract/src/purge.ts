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

/** All state that is kept per deal in the key-value store. A purge goes by this list, so that no kind can be forgotten. */
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
    mode: oneOf(['all', 'by_deal']),
    dry_run: boolean(),
    include_checkpoints: boolean(),
    deals: list(
      model({
        deal_id: text({ examples: ['demo-riverside'] }),
        deal_name: nullable(
          text({ description: 'Null for a deal that is only reserved or gone.', examples: ['Riverside Apartments'] }),
        ),
        org_id: nullable(uuid()),
        org_name: nullable(text({ description: 'Null for a personal deal.', examples: ['Northwind Capital'] })),
        keys: counts,
        kept_checkpoints: integer({ examples: [0] }),
        skipped: optional(oneOf(['recent_activity'])),
      }),
      { description: 'At most 1,000; the totals count all.' },
    ),
    deals_total: integer({ examples: [1] }),
    totals: counts,
    purged_keys: integer({ description: 'What was deleted; 0 in a dry run.', examples: [3] }),
    duration_ms: number({ examples: [12] }),
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
  summary:
    'Remove the short-lived state of one deal or of all; comments, memos, models and the journal are never touched',
  access: superadmin,
  body: model(
    {
      mode: oneOf(['all', 'by_deal']),
      deal_id: optional(nullable(text({ min: 1, max: 400, examples: ['demo-riverside'] }))),
      org_id: optional(nullable(text({ max: 100 }))),
      include_checkpoints: optional(boolean({ default: false })),
      exclude_active_within_secs: optional(nullable(integer({ minimum: 0, maximum: 315_360_000 }))),
      dry_run: optional(boolean({ default: true })),
    },
    { title: 'PurgeDealsBody' },
  ),
  answer: PurgeReport,
  errors: ['deal_not_found'],
})
