import { defineMessages } from './define-messages.ts'

export const waitingMessages = defineMessages('waiting', {
  title: 'Waiting for you',
  count: '{count, number}',
  countMore: '{count, number}+',
  kind: '{kind, select, vote {Vote} sign_off {Sign-off} request {Request} condition {Condition} scenario_proposal {Proposed scenario} other {}}',
  due: 'Due {date}',
  overdue: 'Overdue since {date}',
  showAll: 'Show all',
  showMore: 'Show more',
  showFewer: 'Show fewer',
})
