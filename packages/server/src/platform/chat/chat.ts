export interface ChatRequest {
  system: string
  user: string
  maxAnswerTokens: number
}

export interface ChatAnswer {
  text: string
  promptTokens: number
  answerTokens: number
}

/** A model provider: answers one request, without tools and without memory of others. */
export interface Chat {
  readonly model: string
  complete(request: ChatRequest, signal?: AbortSignal): Promise<ChatAnswer>
}

export type ChatProblem =
  /** No connection, or it broke. */
  | 'unreachable'
  | 'timeout'
  /** 429 or 5xx, even after retries. */
  | 'busy'
  /** Another status than 2xx, 429 and 5xx. */
  | 'refused'
  | 'too_large'
  | 'malformed'

/** Never has the key, the request or the answer: errors are logged. */
export class ChatFailure extends Error {
  readonly problem: ChatProblem
  readonly status: number | undefined
  constructor(problem: ChatProblem, status?: number) {
    super(`The model provider failed: ${problem}${status === undefined ? '' : ` (${status})`}`)
    this.name = 'ChatFailure'
    this.problem = problem
    this.status = status
  }
}

/** About how many tokens a text has; rather too many, because a budget rests on it. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)
