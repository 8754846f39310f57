/** Durations that both the service and the page state. */

export const signInLinkMinutes = 15
/** How long after signing in by link a new password can be set without the old one. */
export const freshLinkMinutes = 15
export const emailCodeMinutes = 15
export const invitationDays = 7
/** How long the file of an export is kept. */
export const exportDays = 7
export const draftReportDays = 7
/** A deal can be deleted permanently once it has been archived for this long. */
export const archivedDays = 30
/** Between two digests at once. */
export const digestPauseMinutes = 5
