import type { Me } from '@deal-canvas/contract'
import { expect, test } from 'vitest'
import { changesOf, fieldText } from './profile-draft.ts'

const person: Pick<Me, 'first_name' | 'last_name'> = { first_name: 'Maya', last_name: 'Okafor' }

test('does not send unchanged profile fields', () => {
  expect(changesOf(person, {})).toEqual({})
  expect(changesOf(person, { first_name: 'Mia' })).toEqual({ first_name: 'Mia' })
})

test('treats an edit that was typed back, or only adds spaces, as no change', () => {
  expect(changesOf(person, { first_name: ' Maya ', last_name: 'Okafor' })).toEqual({})
})

test('clears a profile field that was emptied', () => {
  expect(changesOf(person, { last_name: '' })).toEqual({ last_name: null })
})

test('shows the draft of a field, even an empty one, instead of the saved value', () => {
  expect(fieldText(person, { first_name: '' }, 'first_name')).toBe('')
  expect(fieldText(person, {}, 'first_name')).toBe('Maya')
  expect(fieldText({ ...person, last_name: null }, {}, 'last_name')).toBe('')
})
