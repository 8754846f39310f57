import { defineMessages } from '@deal-canvas/messages'

/** Requests on a deal, and their reminders. */
export const dealRequestMessages = defineMessages('deal-requests', {
  due: 'Due {day}: {title}',
  overdue: 'Overdue since {day}: {title}',
})
