import type { ConversationStateSnapshot } from '@deal-canvas/contract'
import type { DocumentRow } from '../documents/documents.service.ts'
import type { Stage } from './build-stages.ts'
import type { BuildRow } from './builds.store.ts'
import { filesSummary } from './files-summary.ts'
import type { ConversationRow } from './intake.store.ts'

/** A conversation with all that is shown of it. */
export interface SeenConversation {
  conversation: ConversationRow
  files: readonly DocumentRow[]
  build: BuildRow | undefined
}

const steps: Readonly<Record<Stage, string>> = {
  digitize: 'Reading the documents',
  model: 'Recalculating the model',
  metrics: 'Finding the metrics',
  quality: 'Checking the numbers',
  evidence: 'Gathering the evidence',
  memo: 'Drafting the memo',
}

const progressStep = ({ conversation: { status }, files, build }: SeenConversation): string => {
  if (status === 'processing') return steps[build?.stage ?? 'digitize']
  if (status === 'failed') return `Failed: ${build?.problem ?? 'the build was cut off'}`
  if (status === 'ready') return 'Ready'
  if (files.length === 0) return 'Waiting for files'
  return status === 'named' ? 'Ready to build' : 'Waiting for a name'
}

const nextAction = ({ conversation: { status, dealName }, files }: SeenConversation) => {
  if (status === 'processing') return null
  if (status === 'ready') return 'open_canvas' as const
  if (files.length === 0) return 'upload_files' as const
  return dealName === null ? ('confirm_deal_name' as const) : ('complete' as const)
}

/** The compact state that every answer carries, so that a client need not ask for it. */
export const conversationState = (seen: SeenConversation): ConversationStateSnapshot => {
  const { conversation, files } = seen
  const suggestion = files.length === 0 ? null : conversation.suggestion
  return {
    status: conversation.status,
    file_count: files.length,
    has_deal_name: conversation.dealName !== null,
    deal_name: conversation.dealName,
    progress_step: progressStep(seen),
    next_action: nextAction(seen),
    files_summary: filesSummary(files),
    suggested_deal_name: suggestion?.name ?? null,
    deal_name_confidence: suggestion?.confidence ?? null,
    suggested_name_parts: suggestion === null ? null : { ...suggestion.parts },
    deal_name_extraction: suggestion === null ? null : { candidates: suggestion.candidates },
    convention_suggestion: suggestion?.convention ?? null,
  }
}
