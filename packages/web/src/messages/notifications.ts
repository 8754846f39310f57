import { defineMessages } from './define-messages.ts'

export const notificationMessages = defineMessages('notifications', {
  // Page and popover
  title: 'Notifications',
  titleUnread: 'Notifications, {count} unread',
  show: 'Show',
  showUnread: 'Unread',
  showUnreadCount: 'Unread {count}',
  showAll: 'All',
  markAllRead: 'Mark all read',
  notMarkedRead: 'Not marked as read. {reason}',
  allNotifications: 'All notifications',
  keys: '<kbd>J</kbd> <kbd>K</kbd> move, <kbd>Enter</kbd> opens, <kbd>E</kbd> marks read',

  // List
  loading: 'Loading notifications',
  upToDate: 'You are up to date',
  noUnread: 'No unread notifications. Read ones are under All',
  noNotifications: 'Mentions, replies and decisions on your deals appear here',
  showEarlier: 'Show earlier notifications',

  // Notification
  unreadMark: ', unread',
  markRead: 'Mark as read',
  markReadNamed: 'Mark as read: {event}',
  announcement: '{event}, {deal}',
  quote: '“{text}”',
  dealAndSection: '{deal}, {section}',
  placeAndReason: '{place}. {reason}',
  mention: '{actor} mentioned you',
  reply: '{actor} replied',
  comment: '{actor} commented',
  resolved: '{actor} resolved a thread',
  reopened: '{actor} reopened a thread',
  reaction: '{actor} reacted',
  suggestionAccepted: '{actor} accepted a suggestion',
  suggestionRejected: '{actor} rejected a suggestion',
  rippleApplied: '{actor} changed the numbers',
  scenarioProposed: '{actor} proposed a scenario',
  thresholdBreached: 'A change by {actor} breaches a limit',
  contradiction: 'Documents contradict the numbers',
  exportReady: 'Your export is ready',
  decision: '{actor} finalized the deal',
  dealShared: '{actor} shared a deal with you',
  superadminEntered: '{actor} entered as superadmin',
})
