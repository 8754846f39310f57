import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { exportDays } from './durations.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { scenarioId } from './scenario-id.ts'
import {
  boolean,
  instant,
  integer,
  model,
  nullable,
  number,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { maxIdLength } from './sizes.ts'

const tag = 'Exports'

export const exportFormats = ['pdf', 'docx', 'xlsx_model', 'xlsx_numbers', 'csv', 'json', 'bundle'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportStatuses = ['pending', 'running', 'ready', 'failed'] as const

const format = oneOf(exportFormats, {
  description:
    'pdf and docx: the memo with its blocks, sources, open items and the newest events of the audit trail; xlsx_model: the original workbook with the overrides of a scenario in its input cells; xlsx_numbers: metrics, scenarios, findings, contradictions, comments and sources as a workbook; csv: the same lists and the facts as a zip of CSV files; json: the same as one JSON document; bundle: the whole deal with its files, history and signed audit trail as one zip, which another service can import (owners only).',
})

export const Export = model(
  {
    id: uuid({ description: 'The export.' }),
    format,
    scenario_id: nullable(
      text({ description: 'The scenario it was asked for; null: the numbers that the memo presents.' }),
    ),
    memo_version: nullable(
      integer({
        description:
          'The version of the memo in the file; null: not known yet, or the file is not a memo with versions.',
        examples: [14],
      }),
    ),
    watermark: boolean({ description: 'Whether the file names its reader and the time.' }),
    status: oneOf(exportStatuses, { description: 'pending and running: it is being made; failed: see `problem`.' }),
    progress: number({ description: 'How much of the work is done, 0 to 1.', examples: [0.4] }),
    problem: nullable(text({ description: 'Why it failed; null: it did not.' })),
    file_name: nullable(text({ description: 'The name of the file; null: there is none yet.' })),
    size: nullable(integer({ description: 'The size of the file in bytes; null: there is none yet.' })),
    sha256: nullable(text({ description: 'SHA-256 of the file in hex; null: there is none yet.' })),
    model_version: nullable(integer({ description: 'The version of the model in the file; null: not known yet.' })),
    created_at: instant({ description: 'When it was asked for.' }),
    expires_at: instant({ description: 'When it is deleted, with its file.' }),
  },
  { title: 'Export' },
)
export type Export = Static<typeof Export>

const params = model({ deal_id: dealId })
const one = model({ deal_id: dealId, export_id: text({ max: maxIdLength, description: 'The export.' }) })
const whoCanExport =
  'Editors and owners can export; viewers and commenters only if the organization of the deal has `viewers_export` on.'

export const createExport = operation({
  id: 'createExport',
  method: 'POST',
  path: '/api/canvas/{deal_id}/exports',
  tag,
  summary: 'Export a deal',
  description: `Has a file made in the background. ${whoCanExport} At most 20 an hour per person; the file is kept for ${exportDays} days. \`xlsx_model\` needs an xlsx or xlsm workbook as the model, and one that can be recalculated if overrides are to be written into it: else 409 \`format_not_writable\`. \`memo_version\` exports the memo as of an earlier version, with the texts and numbers of that time; tables and charts, whose numbers are not kept, say so. \`bundle\` is for owners, and takes no scenario, no version and no watermark.`,
  access: dealRole('viewer'),
  params,
  body: model(
    {
      format,
      scenario_id: optional(nullable(scenarioId)),
      memo_version: optional(
        nullable(
          integer({
            minimum: 1,
            maximum: 2_147_483_647,
            description: 'For `pdf` and `docx`: the version of the memo; absent or null: the newest.',
            examples: [14],
          }),
        ),
      ),
      watermark: optional(
        boolean({
          description: 'Whether the file names the caller, their email address and the time; the default is false.',
        }),
      ),
    },
    { title: 'CreateExportRequest' },
  ),
  answer: Export,
  status: 202,
  limit: 'export',
  errors: [
    'export_not_allowed',
    'role_too_low',
    'format_not_writable',
    'memo_version_not_found',
    'no_model',
    'scenario_not_found',
    'rate_limited',
  ],
})

const Exports = page('exports', Export)

export const exports = operation({
  id: 'exports',
  method: 'GET',
  path: '/api/canvas/{deal_id}/exports',
  tag,
  summary: 'List my exports',
  description: `Lists the exports of a deal that the caller asked for, the newest first, and whether they can export. ${whoCanExport}`,
  access: dealRole('viewer'),
  params,
  query: model(pageQuery),
  answer: model(
    {
      ...Exports.properties,
      can_export: boolean({ description: 'Whether the caller can export this deal.' }),
      is_model_writable: boolean({
        description: 'Whether the model is an xlsx or xlsm workbook, as `xlsx_model` needs.',
      }),
    },
    { title: 'ExportsResponse' },
  ),
})

export const showExport = operation({
  id: 'showExport',
  method: 'GET',
  path: '/api/canvas/{deal_id}/exports/{export_id}',
  tag,
  summary: 'Show an export',
  description: 'Answers an export that the caller asked for, with its progress.',
  access: dealRole('viewer'),
  params: one,
  answer: Export,
  errors: ['export_not_found', 'export_not_allowed'],
})

export const exportContent = operation({
  id: 'exportContent',
  method: 'GET',
  path: '/api/canvas/{deal_id}/exports/{export_id}/content',
  tag,
  summary: 'Download an export',
  description:
    'Answers the file of an export that the caller asked for, as long as they can export the deal. Range requests are supported.',
  access: dealRole('viewer'),
  params: one,
  answer: text(),
  mediaType: 'application/octet-stream',
  errors: ['export_not_found', 'export_not_allowed', 'export_not_ready'],
})
