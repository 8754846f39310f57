import type { ConversationStateSnapshot } from '@deal-canvas/contract'
import { intakeMessages } from '../../messages/intake.ts'
import { type DocumentRow, unreadDocuments } from '../documents/index.ts'
import type { BuildRow } from './builds.store.ts'
import { filesSummary } from './files-summary.ts'
import type { ConversationRow } from './intake.store.ts'

/** A conversation with everything that is shown of it. */
export interface SeenConversation {
  conversation: ConversationRow
  files: readonly DocumentRow[]
  build: BuildRow | undefined
}

/** Text recognition takes seconds a page, so its progress is shown. */
const recognizing = (files: readonly DocumentRow[]): string | undefined => {
  const file = files.find(({ state, ocrPages, ocrRead }) => state === 'stored' && (ocrPages ?? 0) > (ocrRead ?? 0))
  if (file === undefined) return undefined
  return intakeMessages.recognizing({ name: file.fileName, read: file.ocrRead ?? 0, pages: file.ocrPages ?? 0 })
}

const progressStep = ({ conversation: { status }, files, build }: SeenConversation): string => {
  const stage = build?.stage ?? 'digitize'
  if (status === 'processing') return (stage === 'digitize' ? recognizing(files) : undefined) ?? intakeMessages[stage]()
  if (status === 'failed') return intakeMessages.failed({ problem: build?.problem ?? intakeMessages.interrupted() })
  if (status === 'ready') {
    const count = unreadDocuments(files).length
    return count === 0 ? intakeMessages.ready() : intakeMessages.readyWithout({ count })
  }
  if (files.length === 0) return intakeMessages.waitingForFiles()
  return status === 'named' ? intakeMessages.readyToBuild() : intakeMessages.waitingForName()
}

const nextAction = ({ conversation: { status, dealName }, files }: SeenConversation) => {
  if (status === 'processing') return null
  if (status === 'ready') return 'open_canvas' as const
  if (files.length === 0) return 'upload_files' as const
  return dealName === null ? ('confirm_deal_name' as const) : ('complete' as const)
}

/** Returns the compact state that every response includes, so that clients need no extra request. */
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
