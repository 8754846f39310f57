import type { NoAnswerReason } from '@deal-canvas/contract'
import { asksForAction, createClaimVerifier } from '@deal-canvas/facts'
import type { Actor } from '../../actor.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Evidence } from '../evidence/index.ts'
import {
  type Called,
  type ModelProvider,
  promptOf,
  type Redactor,
  readAnswer,
  readClaims,
  sha256,
} from '../model-provider/index.ts'
import { composePrompt } from './compose-prompt.ts'

interface Deps {
  evidence: Pick<Evidence, 'search'>
  changes: Pick<DealChanges, 'change'>
  provider: Pick<ModelProvider, 'model' | 'orgOf' | 'redactorOf' | 'reserve' | 'settle' | 'call'>
}

type Found = Awaited<ReturnType<Evidence['search']>>
type FoundPassage = Found['passages'][number]

export interface AnswerRequest {
  question: string
  documentId: string | undefined
  kind: 'document' | 'workbook' | undefined
}

export interface VerifiedSentence {
  text: string
  passages: readonly FoundPassage[]
}

export interface Answered {
  found: Found
  sentences: readonly VerifiedSentence[]
  reason: NoAnswerReason | null
}

/** What became of the sentences of an answer. */
interface Judged {
  sentences: readonly VerifiedSentence[]
  rejected: number
  reason: NoAnswerReason | null
}

const passagesAsked = 8

export type Answers = ReturnType<typeof createAnswers>

/** Answers questions by quoting and, where an organization wants it, with verified sentences of a model provider. */
export const createAnswers = ({ evidence, changes, provider }: Deps) => {
  /** Keeps only the sentences that their sources support. */
  const judge = (called: Called, passages: ReadonlyMap<string, FoundPassage>, { restore }: Redactor): Judged => {
    const none = { sentences: [], rejected: 0 }
    if (called.outcome !== 'answered') return { ...none, reason: 'unavailable' }
    const claims = readClaims(readAnswer(restore(called.answer.text))?.['claims'])
    if (claims === undefined) return { ...none, reason: 'unusable' }
    const verify = createClaimVerifier([...passages].map(([id, { content }]) => ({ id, text: content })))
    const accepted = claims.filter((claim) => verify(claim).isAccepted)
    return {
      sentences: accepted.map(({ text, citations }) => ({
        text,
        passages: citations.flatMap((id) => passages.get(id) ?? []),
      })),
      rejected: claims.length - accepted.length,
      reason: accepted.length > 0 ? null : 'nothing_verified',
    }
  }

  return {
    ask: async (
      actor: Actor,
      dealId: string,
      { question, documentId, kind }: AnswerRequest,
      signal?: AbortSignal,
    ): Promise<Answered> => {
      const found = await evidence.search(actor, dealId, question, { limit: passagesAsked, documentId, kind })
      const quoted = (reason: NoAnswerReason): Answered => ({ found, sentences: [], reason })
      const { model } = provider
      const orgId = await provider.orgOf(dealId)
      if (model === undefined || orgId === undefined) return quoted('switched_off')
      // What speaks to the model instead of about the deal is never handed over.
      const handed = found.passages.filter(({ content }) => !asksForAction(content))
      if (handed.length === 0) return quoted('no_passages')
      const passages = new Map(handed.map((passage, place) => [`p${place + 1}`, passage]))
      const redactor = await provider.redactorOf(dealId, orgId)
      const request = composePrompt(
        question,
        [...passages].map(([id, { content }]) => ({ id, text: content })),
        redactor,
      )
      // Before anything leaves the service: no call is without its event, and no event without its tokens.
      const reserved = await changes.change(
        actor,
        dealId,
        'commenter',
        async (deal) => {
          const usage = await provider.reserve(dealId, orgId, request)
          if (usage !== undefined)
            deal.record('answer.requested', {
              query_sha256: sha256(question),
              passages: handed.map((passage) => ({ document_id: passage.documentId, position: passage.position })),
              model,
              prompt_sha256: sha256(promptOf(request)),
              max_tokens: usage.tokens,
            })
          return usage
        },
        { evenIfDecided: true },
      )
      if (reserved === undefined) return quoted('budget_spent')
      const called = await provider.call(request, signal)
      const { sentences, rejected, reason } = judge(called, passages, redactor)
      const { answer, outcome, tokens } = called
      if (tokens !== undefined) await provider.settle(reserved, tokens)
      await changes.change(
        actor,
        dealId,
        'commenter',
        async (deal) =>
          void deal.record('answer.checked', {
            outcome,
            answer_sha256: answer === undefined ? null : sha256(answer.text),
            prompt_tokens: answer?.promptTokens ?? 0,
            answer_tokens: answer?.answerTokens ?? 0,
            accepted: sentences.length,
            rejected,
          }),
        { evenIfDecided: true },
      )
      return { found, sentences, reason }
    },
  }
}
