import { ApiError } from '@deal-canvas/client'
import { signInMessages } from '../../messages/sign-in.ts'

export interface Refusal {
  title: string
  sentence: string
  /** Nothing that this person or another could do makes the invitation good. */
  final: boolean
}

const notGood: Refusal = {
  title: signInMessages.joinDeadTitle(),
  sentence: signInMessages.joinDeadHint(),
  final: true,
}

const refusals: Readonly<Record<string, Refusal>> = {
  invite_invalid: notGood,
  // A token that the service does not even read.
  validation: notGood,
  already_member: {
    title: signInMessages.joinMemberTitle(),
    sentence: signInMessages.joinMemberHint(),
    final: true,
  },
  invitation_for_other: {
    title: signInMessages.joinOtherTitle(),
    sentence: signInMessages.joinOtherHint(),
    final: false,
  },
}

/** What the service answers about the invitation itself; undefined for everything that may pass. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof ApiError ? refusals[error.code] : undefined
