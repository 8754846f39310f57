import { type DigestFrequency, formatClock, type NotificationType } from '@deal-canvas/contract'
import { digestMessages as messages } from '../../messages/digests.ts'

export const reasonWords: Record<NotificationType, string> = {
  mention: messages.mention(),
  reply: messages.reply(),
  comment: messages.comment(),
  resolved: messages.resolved(),
  reopened: messages.reopened(),
  reaction: messages.reaction(),
  suggestion_accepted: messages.suggestionAccepted(),
  suggestion_rejected: messages.suggestionRejected(),
  ripple_applied: messages.rippleApplied(),
  scenario_proposed: messages.scenarioProposed(),
  threshold_breached: messages.thresholdBreached(),
  contradiction: messages.contradiction(),
  export_ready: messages.exportReady(),
  vote_requested: messages.voteRequested(),
  request_assigned: messages.requestAssigned(),
  request_due: messages.requestDue(),
  sign_off_requested: messages.signOffRequested(),
  decision: messages.decision(),
  deal_shared: messages.dealShared(),
  superadmin_entered: messages.superadminEntered(),
}

export const frequencyChoices: readonly (readonly [DigestFrequency, string])[] = [
  ['off', messages.off()],
  ['at_once', messages.atOnce()],
  ['daily', messages.daily()],
  ['weekly', messages.weekly()],
]

/** Monday first, as the service counts. */
export const weekdays: readonly string[] = [
  messages.monday(),
  messages.tuesday(),
  messages.wednesday(),
  messages.thursday(),
  messages.friday(),
  messages.saturday(),
  messages.sunday(),
]

export const hours: readonly string[] = Array.from({ length: 24 }, (_, hour) => formatClock(new Date(2026, 0, 1, hour)))

/** "Thursday, November 19 at 8:00 AM", on the clocks of a time zone. */
export const formatIn = (at: Date, timeZone: string): string =>
  at.toLocaleString('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })

/** The time zones that this browser knows, and the chosen one, which it may know under another name. */
export const timeZones = (chosen: string): string[] => {
  const known = Intl.supportedValuesOf('timeZone')
  return [...new Set(['UTC', ...known, chosen])]
}

export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
