import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { modelVersion } from './models.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerifiedIfAny } from './person.ts'
import { anyJson, boolean, instant, integer, list, model, nullable, optional, type Static, text } from './schema.ts'
import { maxIdLength, maxSectionKeyLength, maxSectionLength, maxSections, maxSectionTitleLength } from './sizes.ts'

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
  description:
    'Markdown; HTML is shown as it stands. A number of the model is written [[metric_key]], a block such as a table of the model as fenced code in the language dc-block with the JSON of the block.',
  examples: ['Going-in cap rate of [[going_in_cap_rate]].'],
})

const document = anyJson({
  description:
    'The same text as a tree of blocks: `{type, attrs?, content?, text?, marks?}`, beginning with type `doc`. Numbers are nodes `metric`, blocks such as tables of the model nodes `memo_block`.',
  examples: [{ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'A sound deal.' }] }] }],
})

const section = {
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
}

export const Section = model(section, { title: 'Section' })
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
  query: model({
    document: optional(boolean({ default: false, description: 'Whether to answer the text as a document, too.' })),
  }),
  answer: model({ ...section, document: optional(document) }, { title: 'SectionWithDocument' }),
  errors: ['section_not_found', 'workers_busy'],
})

export const writeSection = operation({
  id: 'writeSection',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/sections/{section_key}',
  tag,
  summary: 'Write a section',
  description:
    'Writes a section of the memo, given as exactly one of `content` and `document`; an unknown one is added at the end. A stale If-Match is 409 `stale_version`, a fence of a lost lock 409 `lock_lost`, a removed section 409 `section_removed`, a memo beyond 2,000,000 characters 409 `memo_too_large`.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId, section_key: sectionKey }),
  body: model(
    {
      title: optional(title),
      content: optional(content),
      document: optional(document),
      fence: optional(
        integer({ minimum: 1, description: 'The number of the lock it was written under; one never given is 422.' }),
      ),
    },
    { title: 'WriteSectionRequest' },
  ),
  answer: Section,
  ifMatch: true,
  errors: [
    'deal_finalized',
    'lock_lost',
    'section_removed',
    'too_many_sections',
    'memo_too_large',
    'quota_exceeded',
    'workers_busy',
  ],
})

export const renameSection = operation({
  id: 'renameSection',
  method: 'PATCH',
  path: '/api/canvas/{deal_id}/sections/{section_key}',
  tag,
  summary: 'Rename a section',
  description:
    'Gives a section another title, as a new version with the same text. Its key, comments and ratings stay, and a stale section stays stale. The same title again changes nothing.',
  access: dealRole('editor'),
  params,
  body: model({ title }, { title: 'RenameSectionRequest' }),
  answer: Section,
  ifMatch: 'required',
  errors: ['deal_finalized', 'section_not_found', 'section_removed', 'quota_exceeded', 'workers_busy'],
})

export const removeSection = operation({
  id: 'removeSection',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/sections/{section_key}',
  tag,
  summary: 'Remove a section',
  description:
    'Takes a section out of the memo. Its versions, comments, suggestions and ratings are kept and come back when it is restored. Its comments stay in the lists, and its open blockers still count; new comments and ratings, and writing it, are refused.',
  access: dealRole('editor'),
  params,
  ifMatch: 'required',
  errors: ['deal_finalized', 'section_not_found', 'section_removed'],
})

export const restoreSection = operation({
  id: 'restoreSection',
  method: 'POST',
  path: '/api/canvas/{deal_id}/sections/{section_key}/restore',
  tag,
  summary: 'Restore a removed section',
  description:
    'Puts a removed section back into the memo about where it was, in its last version. A section that is in the memo is answered as it is.',
  access: dealRole('editor'),
  params,
  answer: Section,
  errors: ['deal_finalized', 'section_not_found', 'too_many_sections', 'memo_too_large'],
})

const order = (description: string) =>
  list(sectionKey, { description, max: maxSections, examples: [['risks', 'exit']] })

export const orderSections = operation({
  id: 'orderSections',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/memo/order',
  tag,
  summary: 'Order the sections',
  description:
    'Puts all sections of the memo into another order. If `from` is not the order of the memo, because somebody else has added, removed or moved a section, the answer is 409 `sections_changed` and nothing moves.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId }),
  body: model(
    {
      from: order('The keys of all sections in the order that the caller has seen.'),
      section_keys: order('The same keys in the order that the memo shall have.'),
    },
    { title: 'OrderSectionsRequest' },
  ),
  answer: model(
    { section_keys: list(sectionKey, { description: 'The keys of all sections in the order of the memo.' }) },
    { title: 'SectionOrder' },
  ),
  errors: ['deal_finalized', 'sections_changed'],
})

const RemovedSection = model(
  {
    section_key: sectionKey,
    title,
    version: integer({ description: 'Its last version.', examples: [3] }),
    open_comments: integer({ description: 'Its comments that are open.', examples: [2] }),
    open_blockers: integer({ description: 'Those of them that are blockers.', examples: [0] }),
    removed_at: instant({ description: 'When it was removed.' }),
    removed_by: text({ description: 'Who removed it.' }),
    removed_by_name: text({ description: 'The display name of that person.', examples: ['Priya Nair'] }),
    removed_by_email_verified: boolean({ description: 'Whether that person has a verified address.' }),
  },
  { title: 'RemovedSection' },
)
export type RemovedSection = Static<typeof RemovedSection>

export const removedSections = operation({
  id: 'removedSections',
  method: 'GET',
  path: '/api/canvas/{deal_id}/memo/removed-sections',
  tag,
  summary: 'List the removed sections',
  description:
    'Lists the sections that were removed from the memo, the last removed first. Their texts are in `sections/{section_key}/history`.',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId }),
  query: model(pageQuery),
  answer: page('sections', RemovedSection),
})

const sectionKeys = (description: string) => list(sectionKey, { description })

export const draftMemo = operation({
  id: 'draftMemo',
  method: 'POST',
  path: '/api/canvas/{deal_id}/memo/draft',
  tag,
  summary: 'Draft the memo again',
  description:
    'Drafts the memo from what the deal holds now: its numbers, the tables of its workbook, and what its documents state. Sections that somebody has edited stay as they are.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId }),
  answer: model(
    {
      added_sections: sectionKeys('The sections that are new.'),
      redrafted_sections: sectionKeys('The sections with another text, which nobody had edited.'),
      kept_sections: sectionKeys('The sections that somebody has written or edited.'),
    },
    { title: 'MemoDraft' },
  ),
  errors: ['deal_finalized', 'too_many_sections', 'memo_too_large', 'quota_exceeded', 'workers_busy'],
})

export const sectionBlocks = operation({
  id: 'sectionBlocks',
  method: 'GET',
  path: '/api/canvas/{deal_id}/sections/{section_key}/blocks',
  tag,
  summary: 'Show the blocks of a section',
  description:
    'Answers what the blocks of a section show (key figures, tables of the model, sensitivity, scenarios, charts, cited facts, risks), computed from the model and the documents as they are now. A block that cannot be computed has the view `unavailable` with the reason. It counts as a read of cells, at most 120 a minute.',
  access: dealRole('viewer'),
  params,
  answer: model(
    {
      version: integer({ description: 'The version of the section.', examples: [3] }),
      model_version: modelVersion,
      blocks: list(
        anyJson({
          description:
            'What a block shows, with every number formatted. `view` is kpis (`items`), table (`columns`, `rows`), grid (`rows`, `columns`, `texts`), tornado (`bars`), histogram (`bins`), series (`categories`, `series`), fact (`document`, `quote`), risk (`statement`) or unavailable (`reason`).',
        }),
        {
          description: 'One for each block, in the order of the section.',
          examples: [[{ view: 'kpis', items: [{ metric: 'levered_irr_pct', label: 'Levered IRR', value: '15.7%' }] }]],
        },
      ),
    },
    { title: 'SectionBlocks' },
  ),
  errors: ['section_not_found', 'workers_busy'],
  limit: 'cells',
})

const blockJson = anyJson({
  description: 'A block as in fenced code of the language dc-block.',
  examples: [{ block: 'model_table', sheet: 'Summary', range: 'A1:F19', header_rows: 1 }],
})

export const modelTables = operation({
  id: 'modelTables',
  method: 'GET',
  path: '/api/canvas/{deal_id}/model/tables',
  tag,
  summary: 'List the tables of the model',
  description:
    'Lists the tables that were recognized in the workbook (sources and uses, statements, unit mix, debt schedule), the best of each kind, each as the block that shows it. A deal without a workbook has none. It counts as a read of cells.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId }),
  answer: model(
    {
      model_version: modelVersion,
      tables: list(blockJson, { description: 'A block of kind model_table for each table, with all its rows.' }),
    },
    { title: 'ModelTables' },
  ),
  errors: ['workers_busy'],
  limit: 'cells',
})

export const previewBlock = operation({
  id: 'previewBlock',
  method: 'POST',
  path: '/api/canvas/{deal_id}/blocks/preview',
  tag,
  summary: 'Preview a block',
  description:
    'Answers what a block would show in the memo, without storing it. What cannot be computed has the view `unavailable` with the reason. It counts as a read of cells.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId }),
  body: model({ block: blockJson }, { title: 'PreviewBlockRequest' }),
  answer: model(
    { view: anyJson({ description: 'As in the blocks of a section.', examples: [{ view: 'table', rows: [] }] }) },
    { title: 'BlockPreview' },
  ),
  errors: ['workers_busy'],
  limit: 'cells',
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
