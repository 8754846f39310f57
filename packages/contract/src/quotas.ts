import { signedIn } from './access.ts'
import { operation } from './operation.ts'
import { integer, list, model, type Static, text, uuid } from './schema.ts'

const used = (example: number, limit: number) =>
  model({ used: integer({ examples: [example] }), limit: integer({ examples: [limit] }) })

export const QuotaUsage = model(
  {
    deals: used(4, 1000),
    intakes: used(1, 50),
    personal_bytes: used(0, 5_368_709_120),
    orgs: list(
      model({
        org_id: uuid(),
        name: text({ examples: ['Northwind Capital'] }),
        bytes: used(1_250_000, 21_474_836_480),
      }),
      { description: 'Up to 20 of my organizations.' },
    ),
  },
  { title: 'QuotaUsage' },
)
export type QuotaUsage = Static<typeof QuotaUsage>

export const quotaUsage = operation({
  id: 'quotaUsage',
  method: 'GET',
  path: '/api/quotas',
  tag: 'Authentication and account',
  summary: 'How much of my quotas and of those of my organizations is used: deals, open intakes, bytes of files',
  access: signedIn,
  answer: QuotaUsage,
})
