import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { metricUnits } from './metrics.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerifiedIfAny } from './person.ts'
import {
  boolean,
  described,
  instant,
  integer,
  list,
  model,
  nullable,
  number,
  oneOf,
  optional,
  type Static,
  text,
} from './schema.ts'
import { sectionKey } from './sections.ts'
import { maxCursorLength } from './sizes.ts'

const tag = 'Canvas'

const memoVersion = integer({
  description: 'The version of the memo; it grows by one with every change of its texts or numbers.',
  examples: [14],
})

const MemoVersion = model(
  {
    version: memoVersion,
    at: instant({ description: 'When it was made.' }),
    made_by: nullable(text({ description: 'Who changed the memo; null: the service, or an upgrade.' })),
    made_by_name: nullable(
      text({ description: 'The display name of that person; null: nobody.', examples: ['Priya Nair'] }),
    ),
    made_by_email_verified: emailVerifiedIfAny,
    event_seq: integer({
      description: 'The last event of the audit trail that belongs to it; 0: there was none.',
      examples: [31],
    }),
    model_version: nullable(
      integer({ description: 'The version of the model then; null: there was none.', examples: [3] }),
    ),
    sections_changed: list(sectionKey, {
      description: 'The sections whose text, title or place differs from the version before, in the order of the memo.',
    }),
    numbers_changed: integer({
      description: 'How many metrics have another value than in the version before.',
      examples: [7],
    }),
  },
  { title: 'MemoVersion' },
)
export type MemoVersion = Static<typeof MemoVersion>

const params = model({ deal_id: dealId })

export const listMemoVersions = operation({
  id: 'listMemoVersions',
  method: 'GET',
  path: '/api/canvas/{deal_id}/memo/versions',
  tag,
  summary: 'List the versions of a memo',
  description:
    'Lists the versions of the whole memo, the newest first. Each change of a deal that changes the text, title or order of sections, adds or removes one, or changes numbers or the model, makes one version. The first version of a deal from before versions were counted is what the memo was at the upgrade.',
  access: dealRole('viewer'),
  params,
  query: model(pageQuery),
  answer: page('versions', MemoVersion),
})

const sideOf = { from: 'in the earlier version', to: 'in the later version' } as const
const titleIn = (side: keyof typeof sideOf) =>
  nullable(text({ description: `The title ${sideOf[side]}; null: it is not there.`, examples: ['Returns analysis'] }))
const versionIn = (side: keyof typeof sideOf) =>
  nullable(
    integer({ description: `The version of the section ${sideOf[side]}; null: it is not there.`, examples: [2] }),
  )
const valueIn = (side: keyof typeof sideOf) =>
  nullable(number({ description: `The value ${sideOf[side]}; null: there was none.`, examples: [18.3] }))
const unitIn = (side: keyof typeof sideOf) =>
  nullable(oneOf(metricUnits, { description: `The unit ${sideOf[side]}; null: there was no value.` }))

export const textChanges = ['same', 'removed', 'added'] as const

const ComparedSection = model(
  {
    section_key: sectionKey,
    change: oneOf(['added', 'removed', 'changed', 'same'], {
      description: 'Whether the section is only in one of the versions, or its title or text differs.',
    }),
    title_from: titleIn('from'),
    title_to: titleIn('to'),
    version_from: versionIn('from'),
    version_to: versionIn('to'),
    parts: list(
      model(
        {
          change: oneOf(textChanges, { description: 'In both texts, only in the earlier one, or only in the later.' }),
          text: text({ description: 'Markdown, with numbers as [[metric_key]].', examples: ['An IRR of '] }),
        },
        { title: 'TextPart' },
      ),
      {
        description:
          'The texts word by word: without the added parts it is the earlier text, without the removed ones the later. Where too much differs, whole paragraphs are removed and added.',
      },
    ),
  },
  { title: 'ComparedSection' },
)
export type ComparedSection = Static<typeof ComparedSection>

const ComparedNumber = model(
  {
    metric_key: text({ description: 'The metric.', examples: ['levered_irr_pct'] }),
    label: text({ description: 'Its name now.', examples: ['Levered IRR'] }),
    from: valueIn('from'),
    unit_from: unitIn('from'),
    to: valueIn('to'),
    unit_to: unitIn('to'),
  },
  { title: 'ComparedNumber' },
)
export type ComparedNumber = Static<typeof ComparedNumber>

const ComparedVersion = model(
  {
    version: memoVersion,
    at: instant({ description: 'When it was made.' }),
    model_version: nullable(integer({ description: 'The version of the model then; null: there was none.' })),
    currency: text({ description: 'The currency of its money, ISO 4217.', examples: ['USD'] }),
  },
  { title: 'ComparedVersion' },
)

export const compareMemoVersions = operation({
  id: 'compareMemoVersions',
  method: 'GET',
  path: '/api/canvas/{deal_id}/memo/compare',
  tag,
  summary: 'Compare two versions of a memo',
  description:
    'Answers the sections of two versions of a memo in the order of the later one, with the differences of their texts word by word, and the numbers as they were in each version. A page ends at about 512 KiB of text; `numbers` holds those that differ and those that the sections of the page cite. What tables and charts of the model showed is not kept: such a block is compared by what it asks for. It counts as a read of content, at most 120 a minute.',
  access: dealRole('viewer'),
  params,
  query: model({
    from: integer({ minimum: 1, maximum: 2_147_483_647, description: 'The earlier version.', examples: [13] }),
    to: integer({ minimum: 1, maximum: 2_147_483_647, description: 'The later version.', examples: [14] }),
    cursor: optional(text({ max: maxCursorLength, description: 'The `next_cursor` of the page before.' })),
  }),
  answer: model(
    {
      from: described(ComparedVersion, 'The earlier version.'),
      to: described(ComparedVersion, 'The later version.'),
      sections: list(ComparedSection, { description: 'The sections of this page.' }),
      numbers: list(ComparedNumber, { description: 'The numbers that differ, and those that the sections cite.' }),
      next_cursor: nullable(
        text({ description: 'Send it as `cursor` for the next page; null: this is the last page.' }),
      ),
      has_more: boolean({ description: 'Whether there are more sections after this page.' }),
    },
    { title: 'MemoComparison' },
  ),
  errors: ['memo_version_not_found', 'workers_busy'],
  limit: 'content',
})
