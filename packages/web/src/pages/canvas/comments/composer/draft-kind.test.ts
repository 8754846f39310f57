import { expect, it } from 'vitest'
import { draftKind } from './draft-kind.ts'

it('words that come back after a reload are of the kind they were written under, however they were begun', () => {
  expect(draftKind({ act: 'comment', kept: 'blocker', isEmpty: false })).toBe('blocker')
  expect(draftKind({ act: 'ask', kept: 'blocker', isEmpty: false })).toBe('blocker')
})

it('where nothing is written yet, asking makes a question', () => {
  expect(draftKind({ act: 'ask', kept: 'blocker', isEmpty: true })).toBe('question')
  expect(draftKind({ act: 'comment', kept: '', isEmpty: true })).toBe('comment')
})

it('what no version of the page knows as a kind is a comment', () => {
  expect(draftKind({ act: 'comment', kept: 'suggestion', isEmpty: false })).toBe('comment')
})
