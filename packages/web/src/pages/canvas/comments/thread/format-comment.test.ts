import type { Metric } from '@deal-canvas/contract'
import { expect, it } from 'vitest'
import { formatAnchor, formatDraft, formatNames, formatPassage, suggestionSentence } from './format-comment.ts'

const irr = { metric_key: 'levered_irr', label: 'Levered IRR', value: 18.16, unit: 'percentage_points' } as Metric
const metrics = new Map([['levered_irr', irr]])

it('shows a passage with the model’s values and without Markdown syntax', () => {
  expect(formatPassage('- An **IRR** of [[levered_irr]]\n  and `more`', metrics)).toBe('An IRR of 18.2% and more')
})

it('keeps a number that the model does not have as it is written', () => {
  expect(formatPassage('[[unknown_key]]', metrics)).toBe('[[unknown_key]]')
})

it.each([
  [{ anchor_text: null, metric_key: 'levered_irr' }, 'Levered IRR'],
  [{ anchor_text: null, metric_key: 'left_the_deal' }, 'left_the_deal'],
  [{ anchor_text: 'The exit', metric_key: 'levered_irr' }, 'The exit'],
  [{ anchor_text: null, metric_key: null }, 'Returns'],
])('shows for a comment anchored on %j the label %s', (comment, place) => {
  expect(formatAnchor({ cell: null, passage: null, ...comment }, metrics, 'Returns')).toBe(place)
})

it('describes a suggestion without a reason within the maximum length of a comment', () => {
  expect(suggestionSentence('')).toBe('Take this passage out.')
  expect(suggestionSentence('🏢'.repeat(5000)).length).toBeLessThanOrEqual(2 * 2000)
  expect([...suggestionSentence('🏢'.repeat(5000))].length).toBeLessThanOrEqual(2000)
})

it.each([
  [['you'], 'you'],
  [['Ann', 'you'], 'Ann and you'],
  [['Ann', 'Ben', 'you'], 'Ann, Ben, and you'],
])('formats the names %j as %s', (names, words) => {
  expect(formatNames(names)).toBe(words)
})

it.each([
  ['Which  counsel,\nours?', 0, '“Which counsel, ours?” cannot be recovered.'],
  ['Look', 1, '“Look” and 1 picture cannot be recovered.'],
  [' ', 2, '2 pictures cannot be recovered.'],
  [' \n', 0, undefined],
])('names a draft of %j with %d pictures before it is discarded', (text, pictures, words) => {
  expect(formatDraft(text, pictures)).toBe(words)
})

it('names a long draft by its start without splitting a character', () => {
  expect(formatDraft('🏢'.repeat(2000))).toBe(`“${'🏢'.repeat(120)}…” cannot be recovered.`)
})
