import {
  addIntakeFiles,
  type Conversation,
  changeIntakeReading,
  completeIntake,
  conversations,
  intakeEvents,
  intakeReading,
  nameDeal,
  removeIntakeFile,
  showConversation,
  startIntake,
  unlockIntakeFile,
} from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, handleFiles, handlePrepared, handleStream, type Route, type SentEvent } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import { presentDocument, unreadDocuments } from '../documents/index.ts'
import { presentReading, presentResult } from '../readings/index.ts'
import { percentAt } from './build-stages.ts'
import { conversationState, type SeenConversation } from './conversation-state.ts'
import type { Intake } from './intake.service.ts'
import type { ConversationRow } from './intake.store.ts'

export const intakeRoutes = ({ intake }: { intake: Intake }): Route[] => [
  handle(startIntake, ({ actor, body }) => intake.start(actor, body.org_id).then(presentConversation)),
  handle(conversations, async ({ actor, query: { limit = 20, cursor } }) => {
    const rows = await intake.page(actor, { after: readCursor(cursor, isConversationId), limit: limit + 1 })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: presentLine,
      keyOf: ({ createdAt, id }) => [createdAt, id],
    })
    return { conversations: items, ...rest }
  }),
  handle(showConversation, ({ actor, params }) => intake.show(actor, params.conversation_id).then(presentConversation)),
  handleFiles(addIntakeFiles, async ({ actor, params, files, signal }) => {
    const { added, ...seen } = await intake.addFiles(actor, params.conversation_id, files, signal)
    return { files: added.map(presentDocument), conversation_state: conversationState(seen) }
  }),
  handle(unlockIntakeFile, async ({ actor, params, body, signal }) => {
    const unlocking = { fileId: params.file_id, password: body.password }
    const { file, ...seen } = await intake.unlockFile(actor, params.conversation_id, unlocking, signal)
    return { file: presentDocument(file), conversation_state: conversationState(seen) }
  }),
  handle(removeIntakeFile, async ({ actor, params }) => ({
    conversation_state: conversationState(await intake.removeFile(actor, params.conversation_id, params.file_id)),
  })),
  handle(nameDeal, async ({ actor, params, body }) => {
    const seen = await intake.name(actor, params.conversation_id, body.deal_name)
    const { id, dealName, status } = seen.conversation
    return {
      conversation_id: id,
      deal_name: dealName ?? '',
      status,
      conversation_state: conversationState(seen),
    }
  }),
  handle(intakeReading, async ({ actor, params }) =>
    presentReading(await intake.reading(actor, params.conversation_id)),
  ),
  handlePrepared(
    changeIntakeReading,
    ({ actor, params, body, ifMatch, signal }) =>
      intake.tryReading(actor, params.conversation_id, { change: body, seen: ifMatch, signal }),
    async ({ actor, params }, tried) => presentResult(await intake.changeReading(actor, params.conversation_id, tried)),
  ),
  handle(completeIntake, async ({ actor, params }) => {
    const seen = await intake.complete(actor, params.conversation_id)
    const { id, dealId, status } = seen.conversation
    return { conversation_id: id, deal_id: dealId, status, conversation_state: conversationState(seen) }
  }),
  handleStream(intakeEvents, ({ actor, params, signal }) =>
    presentProgress(intake.follow(actor, params.conversation_id, signal)),
  ),
]

const isConversationId = (id: string): boolean => id.length <= 100 && !/[\0\p{Surrogate}]/u.test(id)

/** While the build reads the files, a file that failed before may still be read. */
const presentUnread = ({ conversation, build, files }: SeenConversation) =>
  build === undefined || (conversation.status === 'processing' && build.stage === 'digitize')
    ? []
    : unreadDocuments(files).map(({ id, fileName, path, problem }) => ({
        document_id: id,
        file_name: fileName,
        ...(path === null ? {} : { path }),
        problem,
      }))

const presentProgress = async function* (
  seen: AsyncIterable<SeenConversation>,
): AsyncGenerator<SentEvent<typeof intakeEvents>> {
  for await (const state of seen) {
    const { conversation, build } = state
    const { status, dealId } = conversation
    const isOver = status === 'ready' || status === 'failed'
    yield {
      event: isOver ? status : 'progress',
      data: {
        stage: build?.stage ?? null,
        percent: status === 'ready' ? 100 : build === undefined ? 0 : percentAt(build.stage),
        deal_id: dealId,
        problem: build?.problem ?? null,
        unread_files: presentUnread(state),
        conversation_state: conversationState(state),
      },
    }
  }
}

const presentLine = ({ id, dealId, orgId, status, dealName, createdAt, updatedAt }: ConversationRow) => ({
  conversation_id: id,
  deal_id: dealId,
  org_id: orgId,
  status,
  deal_name: dealName,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
})

const presentConversation = (seen: SeenConversation): Conversation => {
  const { conversation, files, build } = seen
  return {
    ...presentLine(conversation),
    files: files.map(presentDocument),
    build:
      build === undefined
        ? null
        : {
            stage: build.stage,
            percent: conversation.status === 'ready' ? 100 : percentAt(build.stage),
            attempt: build.attempt,
            problem: build.problem,
            unread_files: presentUnread(seen),
          },
    conversation_state: conversationState(seen),
  }
}
