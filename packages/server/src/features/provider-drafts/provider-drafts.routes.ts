import {
  cancelProviderDraft,
  defaultPageSize,
  draftAgents,
  draftSection,
  followProviderDraft,
  providerDrafts as listDrafts,
  type ProviderDraft,
  showProviderDraft,
} from '@deal-canvas/contract'
import { readCursor, writeCursor } from '../../http/cursor.ts'
import { handle, handleStream, type Route, type SentEvent } from '../../http/handler.ts'
import type { ProviderDrafts } from './provider-drafts.service.ts'
import type { DraftRow } from './provider-drafts.store.ts'

export const providerDraftRoutes = ({ drafts }: { drafts: ProviderDrafts }): Route[] => [
  handle(draftSection, async ({ actor, params }) =>
    presentDraft(await drafts.create(actor, params.deal_id, params.section_key)),
  ),
  handle(listDrafts, async ({ params, query: { cursor, limit = defaultPageSize } }) => {
    const found = await drafts.list(params.deal_id, { after: readCursor(cursor), limit })
    const { next } = found
    return {
      drafts: found.drafts.map(presentDraft),
      next_cursor: next === undefined ? null : writeCursor([next.createdAt.toISOString(), next.id]),
      has_more: next !== undefined,
      is_available: found.isAvailable,
    }
  }),
  handle(showProviderDraft, async ({ params }) => presentDraft(await drafts.find(params.deal_id, params.draft_id))),
  handleStream(followProviderDraft, ({ params, signal }) =>
    presentMoves(drafts.follow(params.deal_id, params.draft_id, signal)),
  ),
  handle(cancelProviderDraft, async ({ actor, params }) =>
    presentDraft(await drafts.cancel(actor, params.deal_id, params.draft_id)),
  ),
]

async function* presentMoves(rows: AsyncIterable<DraftRow>): AsyncGenerator<SentEvent<typeof followProviderDraft>> {
  for await (const row of rows) yield { event: row.dueAt === null ? 'ended' : 'progress', data: presentDraft(row) }
}

/** Each agent is one step, after the sources were read. */
const progressOf = ({ dueAt, agent }: DraftRow): number =>
  dueAt === null ? 1 : agent === null ? 0 : (draftAgents.indexOf(agent) + 1) / (draftAgents.length + 1)

const presentDraft = (row: DraftRow): ProviderDraft => ({
  id: row.id,
  section_key: row.sectionKey,
  status: row.status,
  agent: row.agent,
  progress: progressOf(row),
  problem: row.problem,
  tokens: row.tokens,
  requested_by: row.requestedBy,
  comment_id: row.commentId,
  proposal: row.proposal,
  report: row.report,
  created_at: row.createdAt.toISOString(),
  ended_at: row.endedAt?.toISOString() ?? null,
})
