import { signedIn } from './access.ts'
import { dealId, dealName } from './deals.ts'
import { Document, documentFiles, documentUploadErrors, UnlockRequest, unlockErrors } from './documents.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import {
  anyJson,
  boolean,
  described,
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
import { maxDealIdLength } from './sizes.ts'

const tag = 'Intake'

export const conversationStatuses = ['collecting', 'named', 'processing', 'ready', 'failed'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]

export const nextActions = ['upload_files', 'confirm_deal_name', 'complete', 'open_canvas'] as const

/** In the order of execution. */
export const buildStages = ['digitize', 'model', 'metrics', 'quality', 'evidence', 'memo'] as const
export type BuildStage = (typeof buildStages)[number]

const conversationId = text({ description: 'The intake.', max: maxDealIdLength, examples: ['demo-intake'] })

export const ConversationStateSnapshot = model(
  {
    status: oneOf(conversationStatuses, { description: 'How far the intake is.', examples: ['collecting'] }),
    file_count: integer({ description: 'How many files it has.', default: 0, examples: [2] }),
    has_deal_name: boolean({ description: 'Whether the deal has a name.', default: false }),
    deal_name: nullable(
      text({ description: 'The name of the deal; null: not named yet.', examples: ['Riverside Apartments'] }),
    ),
    progress_step: text({
      description: 'What is being done, in words.',
      default: 'Unknown',
      examples: ['Waiting for a name'],
    }),
    next_action: nullable(oneOf(nextActions, { description: 'Null while it is being built.' })),
    files_summary: nullable(
      text({
        description: 'The files in words; null: there are none.',
        examples: ['2 files: 1 workbook, 1 PDF (3.4 MB)'],
      }),
    ),
    suggested_deal_name: nullable(
      text({ description: 'A name found in the files; null: none.', examples: ['Riverside Apartments'] }),
    ),
    deal_name_confidence: nullable(number({ description: '0 to 1.', examples: [0.9] })),
    suggested_name_parts: nullable(
      map(nullable(text()), {
        description: 'The parts of the suggested name; null: none.',
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

const unreadFiles = list(
  model(
    {
      document_id: uuid({ description: 'The file.' }),
      file_name: text({ description: 'Its name.', examples: ['Leases.docx'] }),
      path: optional(
        text({
          description: 'The folder in the archive that it came in; absent: none.',
          examples: ['Data room/Legal'],
        }),
      ),
      problem: nullable(
        text({ description: 'Why it could not be read.', examples: ['The file is damaged and cannot be read'] }),
      ),
    },
    { title: 'UnreadFile' },
  ),
  {
    description:
      'Files that the build could not read, until they are dismissed; empty while it has not looked at all files. The build becomes `ready` without them.',
  },
)

const Build = model(
  {
    stage: oneOf(buildStages, { description: 'The stage under way.' }),
    percent: integer({ description: 'How far the build is, from 0 to 100.', examples: [40] }),
    attempt: integer({ description: 'How many times the build was started.', examples: [1] }),
    problem: nullable(text({ description: 'Why it failed.', examples: ['The workbook could not be read'] })),
    unread_files: unreadFiles,
  },
  { title: 'Build' },
)

export const Conversation = model(
  {
    conversation_id: conversationId,
    deal_id: dealId,
    org_id: nullable(uuid({ description: 'Null: the deal will be a personal one.' })),
    status: oneOf(conversationStatuses, { description: 'How far the intake is.' }),
    deal_name: nullable(
      text({ description: 'The name of the deal; null: not named yet.', examples: ['Riverside Apartments'] }),
    ),
    files: list(Document, { description: 'The files.' }),
    build: nullable(described(Build, 'The build; null: not started.')),
    conversation_state: described(ConversationStateSnapshot, 'What comes next.'),
    created_at: instant({ description: 'When it was created.' }),
    updated_at: instant({ description: 'When it was last changed.' }),
  },
  { title: 'Conversation' },
)
export type Conversation = Static<typeof Conversation>

export const ConversationLine = model(
  {
    conversation_id: conversationId,
    deal_id: dealId,
    org_id: nullable(uuid({ description: 'The organization; null: a personal deal.' })),
    status: oneOf(conversationStatuses, { description: 'How far the intake is.' }),
    deal_name: nullable(
      text({ description: 'The name of the deal; null: not named yet.', examples: ['Riverside Apartments'] }),
    ),
    created_at: instant({ description: 'When it was created.' }),
    updated_at: instant({ description: 'When it was last changed.' }),
  },
  { title: 'ConversationLine' },
)
export type ConversationLine = Static<typeof ConversationLine>

export const startIntake = operation({
  id: 'startIntake',
  method: 'POST',
  path: '/api/intake',
  tag,
  summary: 'Start an intake',
  description:
    'Opens an intake for a new deal and reserves its id at once. Beyond the quota of open intakes it is 409 `quota_exceeded`.',
  access: signedIn,
  body: model(
    {
      org_id: optional(
        nullable(uuid({ description: 'Absent: my only organization, or none if I have several or none.' })),
      ),
    },
    { title: 'StartIntakeRequest' },
  ),
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
  summary: 'List my intakes',
  description: 'Lists the intakes of the caller, the newest first.',
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
  summary: 'Show one intake',
  description: 'Answers an intake of the caller with its files, its build and what comes next.',
  answer: Conversation,
})

export const addIntakeFiles = operation({
  ...onConversation,
  id: 'addIntakeFiles',
  method: 'POST',
  path: '/api/intake/{conversation_id}/files',
  summary: 'Add files to an intake',
  description:
    'Adds workbooks, PDF, Word, CSV or text files, all of them or none; the content decides what a file is. 409 while a build is under way.',
  files: documentFiles,
  answer: model(
    {
      files: list(Document, { description: 'The files, in the order of the upload.' }),
      conversation_state: described(ConversationStateSnapshot, 'What comes next.'),
    },
    { title: 'AddIntakeFilesResponse' },
  ),
  status: 201,
  errors: ['conversation_not_found', 'intake_over', 'build_under_way', 'deal_finalized', ...documentUploadErrors],
})

export const removeIntakeFile = operation({
  ...onConversation,
  id: 'removeIntakeFile',
  method: 'DELETE',
  path: '/api/intake/{conversation_id}/files/{file_id}',
  summary: 'Remove a file from an intake',
  description: 'Removes a file before the build. 409 while a build is under way.',
  params: model({ conversation_id: conversationId, file_id: uuid({ description: 'The file.' }) }),
  answer: model(
    { conversation_state: described(ConversationStateSnapshot, 'What comes next.') },
    { title: 'RemoveIntakeFileResponse' },
  ),
  errors: ['conversation_not_found', 'document_not_found', 'intake_over', 'build_under_way', 'deal_finalized'],
})

export const unlockIntakeFile = operation({
  ...onConversation,
  id: 'unlockIntakeFile',
  method: 'POST',
  path: '/api/intake/{conversation_id}/files/{file_id}/password',
  summary: 'Give the password of an encrypted file',
  description:
    'Decrypts a file that is `password_needed` and keeps the decrypted copy in its place. The password is not stored. A wrong one is 409 `wrong_password` with `tries_left`, at most five for a file.',
  params: model({ conversation_id: conversationId, file_id: uuid({ description: 'The file.' }) }),
  body: UnlockRequest,
  answer: model(
    {
      file: described(Document, 'The file.'),
      conversation_state: described(ConversationStateSnapshot, 'What comes next.'),
    },
    { title: 'UnlockIntakeFileResponse' },
  ),
  errors: ['conversation_not_found', 'intake_over', 'build_under_way', ...unlockErrors],
  idempotent: false,
})

export const nameDeal = operation({
  ...onConversation,
  id: 'nameDeal',
  method: 'POST',
  path: '/api/intake/{conversation_id}/deal-name',
  summary: 'Name the deal of an intake',
  description: 'Names the deal, which creates it, or renames it. Beyond the quota of deals it is 409 `quota_exceeded`.',
  body: model({ deal_name: dealName }, { title: 'NameDealRequest' }),
  answer: model(
    {
      conversation_id: conversationId,
      deal_name: dealName,
      status: oneOf(conversationStatuses, { description: 'How far the intake is.' }),
      conversation_state: nullable(described(ConversationStateSnapshot, 'What comes next.')),
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
  summary: 'Build the deal from its files',
  description:
    'Starts the build of model, metrics, quality, evidence and memo in the background; it can be started again after a failure. 409 without a name or files, or while a build is under way.',
  answer: model(
    {
      conversation_id: conversationId,
      deal_id: dealId,
      status: oneOf(conversationStatuses, { description: 'How far the intake is.' }),
      conversation_state: described(ConversationStateSnapshot, 'What comes next.'),
    },
    { title: 'CompleteIntakeResponse' },
  ),
  status: 202,
  errors: ['conversation_not_found', 'deal_unnamed', 'no_files', 'build_under_way', 'intake_over', 'deal_finalized'],
})

export const BuildProgress = model(
  {
    stage: nullable(oneOf(buildStages, { description: 'The stage under way; null before the build starts.' })),
    percent: integer({ examples: [40], description: 'How far the build is, from 0 to 100.' }),
    deal_id: dealId,
    problem: nullable(
      text({ description: 'Why the build failed; null otherwise.', examples: ['The workbook could not be read'] }),
    ),
    unread_files: unreadFiles,
    conversation_state: described(ConversationStateSnapshot, 'The intake as it is now.'),
  },
  { title: 'BuildProgress' },
)
export type BuildProgress = Static<typeof BuildProgress>

export const intakeEvents = operation({
  ...onConversation,
  id: 'intakeEvents',
  method: 'GET',
  path: '/api/intake/{conversation_id}/events',
  summary: 'Follow the build of an intake',
  description: 'Streams `progress` whenever the build moves, then `ready` or `failed`, which ends the stream.',
  answer: text(),
  mediaType: 'text/event-stream',
  events: { progress: BuildProgress, ready: BuildProgress, failed: BuildProgress },
})
