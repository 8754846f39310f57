import { ApiError } from '@deal-canvas/client'
import { scenarioMessages as messages } from '../../../messages/scenarios.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'

/** What went wrong. After a stale version the scenario has been loaded again, and what was typed is kept. */
export const scenarioSentence = (error: Error | null): string | undefined => {
  if (error === null) return undefined
  return error instanceof ApiError && error.code === 'stale_version' ? messages.stale() : sentenceFor(error)
}
