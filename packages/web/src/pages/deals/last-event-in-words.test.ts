import { expect, it } from 'vitest'
import { lastEventInWords } from './last-event-in-words.ts'

it.each([
  [null, 'Nothing yet'],
  [{ type: 'comment.created', actor_name: 'Priya Nair' }, 'Priya Nair commented'],
  [{ type: 'readiness.taken', actor_name: null }, 'Read the documents'],
  [{ type: 'ext.lease.summarized', actor_name: 'Priya Nair' }, 'Priya Nair recorded “lease summarized”'],
  [{ type: 'something.newer', actor_name: 'Priya Nair' }, 'Priya Nair changed something'],
])('%j is told as "%s"', (event, words) => {
  expect(lastEventInWords(event)).toBe(words)
})
