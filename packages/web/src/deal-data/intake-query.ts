import type { Client } from '@deal-canvas/client'
import { showConversation } from '@deal-canvas/contract'
import { queryOptions } from '@tanstack/react-query'

export const intakeKey = (conversationId: string) => ['intake', conversationId] as const

/** Separate from the conversation, which is polled often: reading a workbook takes seconds. */
export const intakeReadingKey = (conversationId: string) => ['intake-reading', conversationId] as const

/** Polling interval during the build, so that a lost event only delays the progress shown. */
const lookAgainMs = 4_000

export const intakeQuery = (client: Client, conversationId: string) =>
  queryOptions({
    queryKey: intakeKey(conversationId),
    queryFn: ({ signal }) => client.call(showConversation, { params: { conversation_id: conversationId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'processing' ? lookAgainMs : false),
  })
