import { ApiError } from '@deal-canvas/client'
import { invitationDays } from '@deal-canvas/contract'
import { signInMessages } from '../../messages/sign-in.ts'

export interface Refusal {
  title: string
  sentence: string
  /** Nobody can make the invitation usable. */
  final: boolean
}

const notGood: Refusal = {
  title: signInMessages.joinDeadTitle(),
  sentence: signInMessages.joinDeadHint({ days: invitationDays }),
  final: true,
}

const refusals: Readonly<Record<string, Refusal>> = {
  invite_invalid: notGood,
  // A malformed token.
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

/** An error about the invitation itself; undefined for all others, which can be temporary. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof ApiError ? refusals[error.code] : undefined
