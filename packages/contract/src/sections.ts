import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerifiedIfAny } from './person.ts'
import { boolean, instant, integer, model, nullable, optional, type Static, text } from './schema.ts'

const tag = 'Canvas'

/** Of all sections of a memo together, in code points. */
export const maxMemoCharacters = 2_000_000

export const sectionKey = text({ pattern: '^[a-z0-9_]{1,64}$', examples: ['executive_summary'] })
const title = text({ min: 1, max: 200, examples: ['Executive Summary'] })
const content = text({
  max: 100_000,
  description: 'Markdown; HTML is shown as it stands. A number of the model is written [[metric_key]].',
  examples: ['Going-in cap rate of [[going_in_cap_rate]].'],
})

export const Section = model(
  {
    section_key: sectionKey,
    title,
    content,
    version: integer({ examples: [3] }),
    stale: boolean({ description: 'Whether a metric that it cites changed after it was written.' }),
    updated_by: nullable(text()),
    updated_by_name: nullable(text({ examples: ['Priya Nair'] })),
    updated_by_email_verified: emailVerifiedIfAny,
    updated_at: instant(),
  },
  { title: 'Section' },
)
export type Section = Static<typeof Section>

const params = model({ deal_id: dealId, section_key: text({ max: 100, examples: ['executive_summary'] }) })

export const showSection = operation({
  id: 'showSection',
  method: 'GET',
  path: '/api/canvas/{deal_id}/sections/{section_key}',
  tag,
  summary: 'One section of the memo',
  access: dealRole('viewer'),
  params,
  answer: Section,
  errors: ['section_not_found'],
})

export const writeSection = operation({
  id: 'writeSection',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/sections/{section_key}',
  tag,
  summary: 'Write a section; an unknown one is added at the end of the memo',
  access: dealRole('editor'),
  params: model({ deal_id: dealId, section_key: sectionKey }),
  body: model({
    title: optional(title),
    content,
    fence: optional(
      integer({ minimum: 1, description: 'The number of the lock it was written under; one never given is 422.' }),
    ),
  }),
  answer: Section,
  ifMatch: true,
  errors: ['deal_finalized', 'lock_lost', 'too_many_sections', 'memo_too_large', 'quota_exceeded', 'workers_busy'],
})

export const sectionHistory = operation({
  id: 'sectionHistory',
  method: 'GET',
  path: '/api/canvas/{deal_id}/sections/{section_key}/history',
  tag,
  summary: 'All versions of a section, the newest first; a page of long ones holds fewer than `limit`',
  access: dealRole('viewer'),
  params,
  query: model(pageQuery),
  answer: page(
    'versions',
    model({
      version: integer({ examples: [3] }),
      title,
      content,
      updated_by: nullable(text()),
      updated_by_name: nullable(text()),
      updated_by_email_verified: emailVerifiedIfAny,
      updated_at: instant(),
    }),
  ),
  errors: ['section_not_found'],
})
