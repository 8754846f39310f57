import { signedIn } from './access.ts'
import { dealId, dealName } from './deals.ts'
import { Document, documentFiles, documentUploadErrors } from './documents.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import {
  anyJson,
  boolean,
  instant,
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

const tag = 'Intake'

export const conversationStatuses = ['collecting', 'named', 'processing', 'ready', 'failed'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]

export const nextActions = ['upload_files', 'confirm_deal_name', 'complete', 'open_canvas'] as const

/** In the order in which they are done. */
export const buildStages = ['digitize', 'model', 'metrics', 'quality', 'evidence', 'memo'] as const
export type BuildStage = (typeof buildStages)[number]

const conversationId = text({ max: 400, examples: ['demo-intake'] })

export const ConversationStateSnapshot = model(
  {
    status: oneOf(conversationStatuses, { examples: ['collecting'] }),
    file_count: integer({ default: 0, examples: [2] }),
    has_deal_name: boolean({ default: false }),
    deal_name: nullable(text({ examples: ['Riverside Apartments'] })),
    progress_step: text({ default: 'Unknown', examples: ['Waiting for a name'] }),
    next_action: nullable(oneOf(nextActions, { description: 'Null while it is being built.' })),
    files_summary: nullable(text({ examples: ['2 files: 1 workbook, 1 PDF (3.4 MB)'] })),
    suggested_deal_name: nullable(text({ examples: ['Riverside Apartments'] })),
    deal_name_confidence: nullable(number({ description: '0 to 1.', examples: [0.9] })),
    suggested_name_parts: nullable(
      map(nullable(text()), {
        examples: [
          {
            company_or_asset: 'Riverside Apartments',
            city: 'Austin',
            asset_type: 'Multifamily',
            date: '2026-12',
            codename: null,
          },
        ],
      }),
    ),
    deal_name_extraction: nullable(
      map(anyJson(), {
        description: 'The candidates, the surest first.',
        examples: [
          { candidates: [{ name: 'Riverside Apartments', source: 'model.xlsx: Property Name', confidence: 0.9 }] },
        ],
      }),
    ),
    convention_suggestion: nullable(
      text({
        description: 'In the pattern of the organization: its setting `deal_name_pattern`.',
        examples: ['Riverside Apartments – Austin – Multifamily – 2026-12'],
      }),
    ),
  },
  { title: 'ConversationStateSnapshot' },
)
export type ConversationStateSnapshot = Static<typeof ConversationStateSnapshot>

const Build = model({
  stage: oneOf(buildStages),
  percent: integer({ examples: [40] }),
  attempt: integer({ examples: [1] }),
  problem: nullable(text({ description: 'Why it failed.', examples: ['The workbook could not be read'] })),
})

export const Conversation = model(
  {
    conversation_id: conversationId,
    deal_id: dealId,
    org_id: nullable(uuid({ description: 'Null: the deal will be a personal one.' })),
    status: oneOf(conversationStatuses),
    deal_name: nullable(text({ examples: ['Riverside Apartments'] })),
    files: list(Document),
    build: nullable(Build),
    conversation_state: ConversationStateSnapshot,
    created_at: instant(),
    updated_at: instant(),
  },
  { title: 'Conversation' },
)
export type Conversation = Static<typeof Conversation>

export const ConversationLine = model({
  conversation_id: conversationId,
  deal_id: dealId,
  org_id: nullable(uuid()),
  status: oneOf(conversationStatuses),
  deal_name: nullable(text({ examples: ['Riverside Apartments'] })),
  created_at: instant(),
  updated_at: instant(),
})
export type ConversationLine = Static<typeof ConversationLine>

export const startIntake = operation({
  id: 'startIntake',
  method: 'POST',
  path: '/api/intake',
  tag,
  summary: 'Begin to bring a deal in; its id is reserved at once',
  access: signedIn,
  body: model({
    org_id: optional(
      nullable(uuid({ description: 'Absent: my only organization, or none if I have several or none.' })),
    ),
  }),
  bodyOptional: true,
  answer: Conversation,
  status: 201,
  errors: ['org_not_found', 'quota_exceeded'],
})

export const conversations = operation({
  id: 'conversations',
  method: 'GET',
  path: '/api/intake',
  tag,
  summary: 'My intake conversations, the newest first',
  access: signedIn,
  query: model(pageQuery),
  answer: page('conversations', ConversationLine),
})

const onConversation = {
  tag,
  access: signedIn,
  params: model({ conversation_id: conversationId }),
  errors: ['conversation_not_found'],
} as const

export const showConversation = operation({
  ...onConversation,
  id: 'showConversation',
  method: 'GET',
  path: '/api/intake/{conversation_id}',
  summary: 'A conversation of mine with its files and what comes next',
  answer: Conversation,
})

export const addIntakeFiles = operation({
  ...onConversation,
  id: 'addIntakeFiles',
  method: 'POST',
  path: '/api/intake/{conversation_id}/files',
  summary: 'Add files: workbooks, PDF, Word, CSV and text, judged by their content; all of them or none',
  files: documentFiles,
  answer: model({ files: list(Document), conversation_state: ConversationStateSnapshot }),
  status: 201,
  errors: ['conversation_not_found', 'intake_over', 'build_under_way', 'deal_finalized', ...documentUploadErrors],
})

export const removeIntakeFile = operation({
  ...onConversation,
  id: 'removeIntakeFile',
  method: 'DELETE',
  path: '/api/intake/{conversation_id}/files/{file_id}',
  summary: 'Take a file back',
  params: model({ conversation_id: conversationId, file_id: uuid() }),
  answer: model({ conversation_state: ConversationStateSnapshot }),
  errors: ['conversation_not_found', 'document_not_found', 'intake_over', 'build_under_way', 'deal_finalized'],
})

export const nameDeal = operation({
  ...onConversation,
  id: 'nameDeal',
  method: 'POST',
  path: '/api/intake/{conversation_id}/deal-name',
  summary: 'Name the deal, which makes it, or rename it',
  body: model({ deal_name: dealName }),
  answer: model(
    {
      conversation_id: conversationId,
      deal_name: dealName,
      status: oneOf(conversationStatuses),
      conversation_state: nullable(ConversationStateSnapshot),
    },
    { title: 'DealNameResponse' },
  ),
  errors: ['conversation_not_found', 'deal_finalized', 'quota_exceeded'],
})

export const completeIntake = operation({
  ...onConversation,
  id: 'completeIntake',
  method: 'POST',
  path: '/api/intake/{conversation_id}/complete',
  summary: 'Build model, metrics, quality, evidence and memo from the files; also again after a failure',
  answer: model({
    conversation_id: conversationId,
    deal_id: dealId,
    status: oneOf(conversationStatuses),
    conversation_state: ConversationStateSnapshot,
  }),
  status: 202,
  errors: ['conversation_not_found', 'deal_unnamed', 'no_files', 'build_under_way', 'intake_over', 'deal_finalized'],
})

export const intakeEvents = operation({
  ...onConversation,
  id: 'intakeEvents',
  method: 'GET',
  path: '/api/intake/{conversation_id}/events',
  summary:
    'How far the build is, as server-sent events `progress` {stage, percent, conversation_state}, then `ready` or `failed`',
  answer: text(),
  mediaType: 'text/event-stream',
})
