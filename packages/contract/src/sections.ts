import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerifiedIfAny } from './person.ts'
import { boolean, instant, integer, model, nullable, optional, type Static, text } from './schema.ts'
import { maxIdLength, maxSectionKeyLength, maxSectionLength, maxSectionTitleLength } from './sizes.ts'

const tag = 'Canvas'

export const sectionKey = text({
  description: 'The key of the section.',
  pattern: `^[a-z0-9_]{1,${maxSectionKeyLength}}$`,
  examples: ['executive_summary'],
})
const title = text({
  description: 'The title of the section.',
  min: 1,
  max: maxSectionTitleLength,
  examples: ['Executive Summary'],
})
const content = text({
  max: maxSectionLength,
  description: 'Markdown; HTML is shown as it stands. A number of the model is written [[metric_key]].',
  examples: ['Going-in cap rate of [[going_in_cap_rate]].'],
})

export const Section = model(
  {
    section_key: sectionKey,
    title,
    content,
    version: integer({ description: 'The version; it grows by one with every change.', examples: [3] }),
    stale: boolean({ description: 'Whether a metric that it cites changed after it was written.' }),
    updated_by: nullable(text({ description: 'Who changed it last; null: the service.' })),
    updated_by_name: nullable(
      text({
        description: 'The display name of the person who changed it last; null: the service.',
        examples: ['Priya Nair'],
      }),
    ),
    updated_by_email_verified: emailVerifiedIfAny,
    updated_at: instant({ description: 'When it was last changed.' }),
  },
  { title: 'Section' },
)
export type Section = Static<typeof Section>

const params = model({
  deal_id: dealId,
  section_key: text({ description: 'The key of the section.', max: maxIdLength, examples: ['executive_summary'] }),
})

export const showSection = operation({
  id: 'showSection',
  method: 'GET',
  path: '/api/canvas/{deal_id}/sections/{section_key}',
  tag,
  summary: 'Show one section of the memo',
  description: 'Answers a section with its full text and version.',
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
  summary: 'Write a section',
  description:
    'Writes a section of the memo; an unknown one is added at the end. A stale If-Match is 409 `stale_version`, a fence of a lost lock 409 `lock_lost`, a memo beyond 2,000,000 characters 409 `memo_too_large`.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId, section_key: sectionKey }),
  body: model(
    {
      title: optional(title),
      content,
      fence: optional(
        integer({ minimum: 1, description: 'The number of the lock it was written under; one never given is 422.' }),
      ),
    },
    { title: 'WriteSectionRequest' },
  ),
  answer: Section,
  ifMatch: true,
  errors: ['deal_finalized', 'lock_lost', 'too_many_sections', 'memo_too_large', 'quota_exceeded', 'workers_busy'],
})

export const sectionHistory = operation({
  id: 'sectionHistory',
  method: 'GET',
  path: '/api/canvas/{deal_id}/sections/{section_key}/history',
  tag,
  summary: 'List the versions of a section',
  description: 'Lists all versions of a section, the newest first. A page of long ones holds fewer than `limit`.',
  access: dealRole('viewer'),
  params,
  query: model(pageQuery),
  answer: page(
    'versions',
    model(
      {
        version: integer({ description: 'The version; it grows by one with every change.', examples: [3] }),
        title,
        content,
        updated_by: nullable(text({ description: 'Who changed it last; null: the service.' })),
        updated_by_name: nullable(
          text({ description: 'The display name of the person who changed it last; null: the service.' }),
        ),
        updated_by_email_verified: emailVerifiedIfAny,
        updated_at: instant({ description: 'When it was last changed.' }),
      },
      { title: 'SectionVersion' },
    ),
  ),
  errors: ['section_not_found'],
})
