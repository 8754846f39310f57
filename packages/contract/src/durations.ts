/** Durations that both the service and the page state. */

export const signInLinkMinutes = 15
/** How long after signing in by link a new password can be set without the old one. */
export const freshLinkMinutes = 15
export const emailCodeMinutes = 15
/** How long a sign-in waits for the second factor, and a passkey for its use. */
export const challengeMinutes = 5
/** How long an authenticator app that is being set up waits for its first code. */
export const totpSetupMinutes = 15
/** How long a session does not have to confirm again who uses it. */
export const stepUpMinutes = 10
export const invitationDays = 7
/** How long a guest can accept an invitation to a deal. */
export const guestInvitationDays = 14
/** How long the access of a guest lasts unless the owner says otherwise, and at most. */
export const usualGuestDays = 30
export const maxGuestDays = 180
/** When the owners are told that the access of a guest is about to end. */
export const guestWarningDays = 7
/** How long the file of an export is kept. */
export const exportDays = 7
export const draftReportDays = 7
/** A deal can be deleted permanently once it has been archived for this long. */
export const archivedDays = 30
/** Between two digests at once. */
export const digestPauseMinutes = 5
/** How long an API key is valid unless its creator says otherwise, and at most. */
export const defaultKeyDays = 90
export const maxKeyDays = 365
/** How long the former secret of a rotated API key can go on working. */
export const maxKeyOverlapHours = 24
