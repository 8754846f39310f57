import { signedIn } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { instant, integer, model, nullable, number, oneOf, optional, type Static, text, uuid } from './schema.ts'
import { maxBundleBytes, maxBundleFormBytes, maxIdLength } from './sizes.ts'

const tag = 'Deals'

export const importStatuses = ['pending', 'running', 'ready', 'failed'] as const

export const DealImport = model(
  {
    id: uuid({ description: 'The import.' }),
    deal_id: dealId,
    org_id: nullable(uuid({ description: 'The organization that gets the deal; null: a personal deal.' })),
    status: oneOf(importStatuses, {
      description:
        'pending and running: the bundle is being read; ready: the deal is there; failed: see `problem`, and nothing of the bundle was kept.',
    }),
    progress: number({ description: 'How much of the work is done, 0 to 1.', examples: [0.4] }),
    problem: nullable(text({ description: 'Why it failed; null: it did not.' })),
    fingerprint: text({
      description:
        'SHA-256 of the public key that signed the bundle, in hex. Compare it with that of the other service.',
    }),
    size: integer({ description: 'The size of the bundle in bytes.' }),
    created_at: instant({ description: 'When it was sent.' }),
  },
  { title: 'DealImport' },
)
export type DealImport = Static<typeof DealImport>

export const importDeal = operation({
  id: 'importDeal',
  method: 'POST',
  path: '/api/deals/import',
  tag,
  summary: 'Import a deal from a bundle',
  description:
    'Takes a file that was exported in the format `bundle`, here or on another service, and creates its deal in the background: all of it or nothing. The caller becomes the only member. The people in the bundle become names without an account, whatever their ids and addresses. A bundle that cannot be read is 422; a deal id in use is 409 `deal_exists`. At most 20 an hour per person.',
  access: signedIn,
  files: {
    field: 'file',
    maxFiles: 1,
    maxBytes: maxBundleBytes,
    maxBytesTogether: maxBundleFormBytes,
    description: 'The bundle.',
    fields: model({
      org_id: optional(
        text({
          max: maxIdLength,
          description:
            'The organization that gets the deal, or `personal`. Absent: my only organization, or none if I have several or none.',
        }),
      ),
    }),
  },
  answer: DealImport,
  status: 202,
  limit: 'import',
  errors: ['file_too_large', 'org_not_found', 'quota_exceeded', 'deal_exists', 'rate_limited'],
})

export const dealImports = operation({
  id: 'dealImports',
  method: 'GET',
  path: '/api/deals/imports',
  tag,
  summary: 'List my imports',
  description: 'Lists the imports of the caller, the newest first. They are kept for 7 days.',
  access: signedIn,
  query: model(pageQuery),
  answer: page('imports', DealImport),
})

export const showDealImport = operation({
  id: 'showDealImport',
  method: 'GET',
  path: '/api/deals/imports/{import_id}',
  tag,
  summary: 'Show an import',
  description: 'Answers an import of the caller, with its progress.',
  access: signedIn,
  params: model({ import_id: text({ max: maxIdLength, description: 'The import.' }) }),
  answer: DealImport,
  errors: ['import_not_found'],
})
