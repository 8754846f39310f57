import { guestMessages } from '../messages/guests.ts'

/** Shown next to the name of a person outside the organization, wherever they are listed. */
export const GuestMark = ({ isGuest }: { isGuest: boolean }) =>
  isGuest ? (
    <span className="chip violet" title={guestMessages.guestHint()}>
      {guestMessages.guest()}
    </span>
  ) : null
