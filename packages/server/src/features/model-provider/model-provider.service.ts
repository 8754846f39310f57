import { createHash } from 'node:crypto'
import { type Chat, type ChatAnswer, ChatFailure, type ChatRequest, estimateTokens } from '../../platform/chat/chat.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import { outsideOfPlace } from '../../platform/fairness/place.ts'
import type { ProviderUsageStore, Usage } from './provider-usage.store.ts'
import { createRedactor, openly, type Redactor } from './redact.ts'

interface Deps {
  store: ProviderUsageStore
  /** Undefined: the service has no model provider. */
  chat: Chat | undefined
  budget: { deal: number; org: number }
  prices: { prompt: number; answer: number } | undefined
  onError(error: unknown): void
  now: Clock
}

/** What became of a call. */
export type Called =
  | { readonly outcome: 'answered'; readonly answer: ChatAnswer; readonly tokens: number }
  /** `tokens` undefined: it is not known what it cost, so all that was set aside. */
  | { readonly outcome: 'failed' | 'cancelled'; readonly answer: undefined; readonly tokens: number | undefined }

const keptDays = 31
/** Failures for which a provider bills nothing. */
const unbilled: ReadonlySet<string> = new Set(['unreachable', 'busy', 'refused'])

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const promptOf = ({ system, user }: ChatRequest): string => `${system}\n${user}`

export type ModelProvider = ReturnType<typeof createModelProvider>

/** The model provider as far as an organization has it on, within the tokens of a day. */
export const createModelProvider = ({ store, chat, budget, prices, onError, now }: Deps) => {
  const today = (): string => now().toISOString().slice(0, 10)

  return {
    /** Undefined: the service has none. */
    model: chat?.model,

    /** The organization of a deal, if it can use the provider. */
    orgOf: async (dealId: string): Promise<string | undefined> =>
      chat === undefined ? undefined : store.orgWithProvider(dealId),

    /** Hides names, addresses and account numbers of a call, if the organization wants it. */
    redactorOf: async (dealId: string, orgId: string): Promise<Redactor> => {
      const names = await store.namesToHide(dealId, orgId)
      return names === undefined ? openly : createRedactor(names)
    },

    /** Whether a call of about so many tokens is within the budget now. */
    hasRoom: async (dealId: string, orgId: string, tokens: number): Promise<boolean> => {
      const used = await store.used({ dealId, orgId, day: today() })
      return used.deal + tokens <= budget.deal && used.org + tokens <= budget.org
    },

    /**
     * Sets tokens aside for a call; undefined: the budget is spent. Called inside the change that records the call, so
     * that they are not spent if the event cannot be written.
     */
    reserve: async (dealId: string, orgId: string, request: ChatRequest): Promise<Usage | undefined> => {
      const tokens = estimateTokens(promptOf(request)) + request.maxAnswerTokens
      const usage = { dealId, orgId, day: today(), tokens }
      return (await store.reserve(usage, budget)) ? usage : undefined
    },

    settle: store.settle,

    call: async (request: ChatRequest, signal: AbortSignal | undefined): Promise<Called> => {
      if (chat === undefined) throw new Error('There is no model provider')
      try {
        const answer = await outsideOfPlace(() => chat.complete(request, signal))
        return { outcome: 'answered', answer, tokens: answer.promptTokens + answer.answerTokens }
      } catch (error) {
        if (signal?.aborted === true) return { outcome: 'cancelled', answer: undefined, tokens: undefined }
        if (!(error instanceof ChatFailure)) throw error
        onError(error)
        return { outcome: 'failed', answer: undefined, tokens: unbilled.has(error.problem) ? 0 : undefined }
      }
    },

    costOf: ({ promptTokens, answerTokens }: Pick<ChatAnswer, 'promptTokens' | 'answerTokens'>): number | null =>
      prices === undefined ? null : (promptTokens * prices.prompt + answerTokens * prices.answer) / 1e6,

    /** Usage is needed for the current day only. */
    sweep: (): Promise<void> => store.forgetBefore(later(now(), -days(keptDays)).toISOString().slice(0, 10)),
  }
}
