import { expect, it } from 'vitest'
import { formatLastEvent } from './format-last-event.ts'

it.each([
  [null, 'No activity yet'],
  [{ type: 'comment.created', actor_name: 'Priya Nair', actor_email_verified: true }, 'Priya Nair commented'],
  [
    { type: 'comment.created', actor_name: 'Priya Nair', actor_email_verified: false },
    'Priya Nair (unverified) commented',
  ],
  [{ type: 'readiness.taken', actor_name: null, actor_email_verified: null }, 'Read the documents'],
  [
    { type: 'ext.lease.summarized', actor_name: 'Priya Nair', actor_email_verified: true },
    'Priya Nair recorded “lease summarized”',
  ],
  [{ type: 'something.newer', actor_name: 'Priya Nair', actor_email_verified: true }, 'Priya Nair changed something'],
])('formats the last event %j as "%s"', (event, words) => {
  expect(formatLastEvent(event)).toBe(words)
})
