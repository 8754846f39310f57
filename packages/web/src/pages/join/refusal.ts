import { ApiError } from '@deal-canvas/client'

export interface Refusal {
  title: string
  sentence: string
  /** Nothing that this person or another could do makes the invitation good. */
  final: boolean
}

const notGood: Refusal = {
  title: 'This invitation is not good any more',
  sentence: 'An invitation works once, for 7 days, unless it is withdrawn or a newer one was sent. Ask for a new one.',
  final: true,
}

const refusals: Readonly<Record<string, Refusal>> = {
  invite_invalid: notGood,
  // A token that the service does not even read.
  validation: notGood,
  already_member: {
    title: 'You are in already',
    sentence: 'You belong to this organization. There is nothing left to do.',
    final: true,
  },
  invitation_for_other: {
    title: 'This invitation is for another address',
    sentence:
      'It was mailed to an address that is not yours. Add that address to your account, then open the invitation again; or use the account that has it.',
    final: false,
  },
}

/** What the service answers about the invitation itself; undefined for everything that may pass. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof ApiError ? refusals[error.code] : undefined
