import { ApiError } from '@deal-canvas/client'
import { invitationDays } from '@deal-canvas/contract'
import { guestMessages as messages } from '../../messages/guests.ts'
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

const deadForGuest: Refusal = { title: messages.deadTitle(), sentence: messages.deadHint(), final: true }
const alreadyIn: Refusal = { title: messages.alreadyTitle(), sentence: messages.alreadyHint(), final: true }

/** Those of an invitation to a deal, where they differ. */
const guestRefusals: Readonly<Record<string, Refusal>> = {
  invite_invalid: deadForGuest,
  validation: deadForGuest,
  already_in_organization: alreadyIn,
  already_on_deal: alreadyIn,
  guests_off: { title: messages.offTitle(), sentence: messages.offHint(), final: false },
  deal_finalized: { title: messages.finalizedTitle(), sentence: messages.finalizedHint(), final: false },
}

/** An error about the invitation itself; undefined for all others, which can be temporary. */
export const refusalOf = (error: unknown, isGuest: boolean): Refusal | undefined => {
  if (!(error instanceof ApiError)) return undefined
  return (isGuest ? guestRefusals[error.code] : undefined) ?? refusals[error.code]
}
