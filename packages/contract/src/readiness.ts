import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { boolean, instant, integer, list, model, nullable, oneOf, type Static, text } from './schema.ts'
import { maxReadinessNames } from './sizes.ts'

/** What is checked before a decision, in the order in which it is shown. */
export const readinessItems = [
  'open_blockers',
  'contradictions',
  'unconfirmed_numbers',
  'high_findings',
  'threshold_breaches',
  'sections_to_write',
  'stale_sections',
  'low_ratings',
  'votes_missing',
  'sign_offs_missing',
] as const
export type ReadinessItem = (typeof readinessItems)[number]

/** `votes_outcome`: the votes say something else, or the person who finalizes cannot see them yet. */
export const overridableItems = [...readinessItems, 'votes_outcome'] as const
export type OverridableItem = (typeof overridableItems)[number]

export const ReadinessCheck = model(
  {
    key: oneOf(readinessItems, { description: 'What was checked.' }),
    label: text({ description: 'The check in a few words.', examples: ['Open blockers'] }),
    count: nullable(
      integer({
        description: 'How many are open; null: it could not be checked, or it is hidden until the caller has voted.',
        examples: [1],
      }),
    ),
    hidden: boolean({ description: 'Whether it is hidden until the caller has voted.' }),
    names: list(text({ examples: ['Effective gross income'] }), {
      max: maxReadinessNames,
      description: 'The first of them by name, where they have one.',
    }),
    link: text({ description: 'Where to settle it.', examples: ['/app/canvas/demo-riverside/quality'] }),
  },
  { title: 'ReadinessCheck' },
)
export type ReadinessCheck = Static<typeof ReadinessCheck>

export const readiness = operation({
  id: 'readiness',
  method: 'GET',
  path: '/api/canvas/{deal_id}/readiness',
  tag: 'Committee',
  summary: 'Show what is open before a decision',
  description:
    'Counts what is open: blockers, contradictions, unconfirmed numbers that the memo cites, findings of high or critical severity, breached thresholds, sections without text or with outdated numbers, sections rated below 4 on average, missing votes and missing sign-offs.',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId }),
  answer: model(
    {
      items: list(ReadinessCheck, { description: 'Every check, also those with nothing open.' }),
      open_items: integer({ description: 'How many checks have something open.', examples: [3] }),
      at: instant({ description: 'When it was counted.' }),
    },
    { title: 'ReadinessResponse' },
  ),
})
