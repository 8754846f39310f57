import { signedIn } from './access.ts'
import { operation } from './operation.ts'
import { described, integer, list, model, type Static, text, uuid } from './schema.ts'

const used = (example: number, limit: number) =>
  model(
    {
      used: integer({ description: 'How much is used.' }),
      limit: integer({ description: 'How much there may be.' }),
    },
    { title: 'QuotaUse', examples: [{ used: example, limit }] },
  )

export const QuotaUsage = model(
  {
    deals: described(used(4, 1000), 'Deals that the caller created.'),
    intakes: described(used(1, 50), 'Open intakes of the caller.'),
    personal_bytes: described(used(0, 5_368_709_120), 'Bytes of files and texts in personal deals of the caller.'),
    orgs: list(
      model(
        {
          org_id: uuid({ description: 'The organization.' }),
          name: text({ description: 'Its name.', examples: ['Northwind Capital'] }),
          bytes: described(used(1_250_000, 21_474_836_480), 'Bytes of files and texts in deals of the organization.'),
        },
        { title: 'OrganizationQuota' },
      ),
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
  summary: 'Show how much of my quotas is used',
  description:
    'Answers how many deals, open intakes and bytes of the caller and of their organizations are used, with the limits.',
  access: signedIn,
  answer: QuotaUsage,
})
