import { createHash } from 'node:crypto'
import type { NoAnswerReason } from '@deal-canvas/contract'
import { asksForAction, createClaimVerifier } from '@deal-canvas/facts'
import type { Actor } from '../../actor.ts'
import { type Chat, type ChatAnswer, ChatFailure, type ChatRequest, estimateTokens } from '../../platform/chat/chat.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import { outsideOfPlace } from '../../platform/fairness/place.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Evidence } from '../evidence/index.ts'
import { composePrompt } from './compose-prompt.ts'
import type { ProviderUsageStore, Usage } from './provider-usage.store.ts'
import { readClaims } from './read-claims.ts'

interface Deps {
  evidence: Pick<Evidence, 'search'>
  changes: Pick<DealChanges, 'change'>
  store: ProviderUsageStore
  /** Undefined: the service has no model provider. */
  chat: Chat | undefined
  tokensPerDay: number
  onError(error: unknown): void
  now: Clock
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

/** What became of a call. */
interface Outcome {
  answer: ChatAnswer | undefined
  outcome: 'answered' | 'failed' | 'cancelled'
  sentences: readonly VerifiedSentence[]
  rejected: number
  reason: NoAnswerReason | null
  /** What it cost; undefined: not known, so all that was set aside. */
  tokens: number | undefined
}

const passagesAsked = 8
const keptDays = 31
/** Failures for which a provider bills nothing. */
const unbilled: ReadonlySet<string> = new Set(['unreachable', 'busy', 'refused'])

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export type Answers = ReturnType<typeof createAnswers>

/** Answers questions by quoting and, where an organization wants it, with verified sentences of a model provider. */
export const createAnswers = ({ evidence, changes, store, chat, tokensPerDay, onError, now }: Deps) => {
  /** Calls the provider, and keeps only the sentences that their sources support. */
  const generate = async (
    provider: Chat,
    request: ChatRequest,
    passages: ReadonlyMap<string, FoundPassage>,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> => {
    const none = { sentences: [], rejected: 0 }
    let answer: ChatAnswer
    try {
      answer = await outsideOfPlace(() => provider.complete(request, signal))
    } catch (error) {
      const unanswered = { answer: undefined, reason: 'unavailable', ...none } as const
      if (signal?.aborted === true) return { ...unanswered, outcome: 'cancelled', tokens: undefined }
      if (!(error instanceof ChatFailure)) throw error
      onError(error)
      return { ...unanswered, outcome: 'failed', tokens: unbilled.has(error.problem) ? 0 : undefined }
    }
    const tokens = answer.promptTokens + answer.answerTokens
    const claims = readClaims(answer.text)
    if (claims === undefined) return { answer, outcome: 'answered', reason: 'unusable', tokens, ...none }
    const verify = createClaimVerifier([...passages].map(([id, { content }]) => ({ id, text: content })))
    const accepted = claims.filter((claim) => verify(claim).isAccepted)
    return {
      answer,
      outcome: 'answered',
      sentences: accepted.map(({ text, citations }) => ({
        text,
        passages: citations.flatMap((id) => passages.get(id) ?? []),
      })),
      rejected: claims.length - accepted.length,
      reason: accepted.length > 0 ? null : 'nothing_verified',
      tokens,
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
      const orgId = chat === undefined ? undefined : await store.orgWithProvider(dealId)
      if (chat === undefined || orgId === undefined) return quoted('switched_off')
      // What speaks to the model instead of about the deal is never handed over.
      const handed = found.passages.filter(({ content }) => !asksForAction(content))
      if (handed.length === 0) return quoted('no_passages')
      const passages = new Map(handed.map((passage, place) => [`p${place + 1}`, passage]))
      const request = composePrompt(
        question,
        [...passages].map(([id, { content }]) => ({ id, text: content })),
      )
      const prompt = `${request.system}\n${request.user}`
      const reserved: Usage = {
        orgId,
        day: now().toISOString().slice(0, 10),
        tokens: estimateTokens(prompt) + request.maxAnswerTokens,
      }
      if (!(await store.reserve(reserved, tokensPerDay))) return quoted('budget_spent')
      // Before anything leaves the service: no call is without its event.
      await changes.change(
        actor,
        dealId,
        'commenter',
        async (deal) =>
          void deal.record('answer.requested', {
            query_sha256: sha256(question),
            passages: handed.map((passage) => ({ document_id: passage.documentId, position: passage.position })),
            model: chat.model,
            prompt_sha256: sha256(prompt),
            max_tokens: reserved.tokens,
          }),
        { evenIfDecided: true },
      )
      const { answer, outcome, sentences, rejected, reason, tokens } = await generate(chat, request, passages, signal)
      if (tokens !== undefined) await store.settle(reserved, tokens)
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

    /** Usage is needed for the current day only. */
    sweep: (): Promise<void> => store.forgetBefore(later(now(), -days(keptDays)).toISOString().slice(0, 10)),
  }
}
