import { askDeal } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import { presentPassage } from '../evidence/index.ts'
import type { Answers } from './answers.service.ts'

export const answerRoutes = ({ answers }: { answers: Answers }): Route[] => [
  handle(askDeal, async ({ actor, params, body: { question, document_id, kind }, signal }) => {
    const asked = { question, documentId: document_id, kind }
    const { found, sentences, reason } = await answers.ask(actor, params.deal_id, asked, signal)
    const { passages, ...degraded } = found
    return {
      sentences: sentences.map((sentence) => ({
        text: sentence.text,
        citations: sentence.passages.map(({ documentId, position }) => ({
          document_id: documentId,
          passage_id: String(position),
        })),
      })),
      reason,
      passages: passages.map(presentPassage),
      ...degraded,
    }
  }),
]
