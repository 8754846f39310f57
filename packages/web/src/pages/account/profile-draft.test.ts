import type { Me } from '@deal-canvas/contract'
import { expect, test } from 'vitest'
import { changesOf, fieldText } from './profile-draft.ts'

const person: Pick<Me, 'first_name' | 'last_name'> = { first_name: 'Maya', last_name: 'Okafor' }

test('what was not touched is not sent', () => {
  expect(changesOf(person, {})).toEqual({})
  expect(changesOf(person, { first_name: 'Mia' })).toEqual({ first_name: 'Mia' })
})

test('an edit that was typed back, or only adds spaces, is no change', () => {
  expect(changesOf(person, { first_name: ' Maya ', last_name: 'Okafor' })).toEqual({})
})

test('an emptied field clears', () => {
  expect(changesOf(person, { last_name: '' })).toEqual({ last_name: null })
})

test('a field shows the draft, also an empty one, before what is saved', () => {
  expect(fieldText(person, { first_name: '' }, 'first_name')).toBe('')
  expect(fieldText(person, {}, 'first_name')).toBe('Maya')
  expect(fieldText({ ...person, last_name: null }, {}, 'last_name')).toBe('')
})
