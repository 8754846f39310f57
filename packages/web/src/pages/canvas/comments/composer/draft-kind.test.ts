import { expect, it } from 'vitest'
import { draftKind } from './draft-kind.ts'

it('keeps the type of a restored draft, however the draft was started', () => {
  expect(draftKind({ act: 'comment', kept: 'blocker', isEmpty: false })).toBe('blocker')
  expect(draftKind({ act: 'ask', kept: 'blocker', isEmpty: false })).toBe('blocker')
})

it('starts an empty draft as a question when asking', () => {
  expect(draftKind({ act: 'ask', kept: 'blocker', isEmpty: true })).toBe('question')
  expect(draftKind({ act: 'comment', kept: '', isEmpty: true })).toBe('comment')
})

it('treats an unknown stored type as a comment', () => {
  expect(draftKind({ act: 'comment', kept: 'suggestion', isEmpty: false })).toBe('comment')
})
