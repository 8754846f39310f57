import { defineMessages } from '@deal-canvas/messages'

/** Why a user is notified, by the type of the notification. */
export const notificationReasons = defineMessages('notification-reasons', {
  mention: 'You were mentioned',
  reply: 'Someone replied in a thread you are in',
  comment: 'Someone commented where you are involved',
  resolved: 'A thread you are in was resolved',
  reopened: 'A thread you are in was reopened',
  reaction: 'Someone reacted in a thread you are in',
  suggestion_accepted: 'A suggestion was accepted',
  suggestion_rejected: 'A suggestion was rejected',
  ripple_applied: 'The numbers of a deal changed',
  scenario_proposed: 'A scenario was proposed',
  threshold_breached: 'A hurdle or covenant was breached',
  contradiction: 'A document contradicts the numbers of a deal',
  export_ready: 'You asked for an export',
  vote_requested: 'Your vote is requested',
  request_assigned: 'A request is assigned to you',
  request_due: 'A request assigned to you is due',
  sign_off_requested: 'Your sign-off is requested',
  decision: 'A deal was finalized or reopened',
  deal_shared: 'A deal was shared with you',
  superadmin_entered: 'A superadmin entered a deal or an organization that you own',
})

export const notificationMessages = defineMessages('notifications', {
  idsOrAll: 'Send either ids, or all as true',
})
