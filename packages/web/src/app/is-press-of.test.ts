import { expect, it } from 'vitest'
import { isPressOf } from './is-press-of.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false }

it('accepts a letter with Caps Lock on or off, but not with Shift', () => {
  expect(isPressOf('j', { ...plain, key: 'j' })).toBe(true)
  expect(isPressOf('j', { ...plain, key: 'J' })).toBe(true)
  expect(isPressOf('j', { ...plain, key: 'J', shiftKey: true })).toBe(false)
  // Shift with Caps Lock on types a lowercase letter.
  expect(isPressOf('j', { ...plain, key: 'j', shiftKey: true })).toBe(false)
  expect(isPressOf('j', { ...plain, key: 'k' })).toBe(false)
})

it('accepts a symbol regardless of how the keyboard types it', () => {
  for (const sign of ['?', '/', '[', ']']) {
    expect(isPressOf(sign, { ...plain, key: sign })).toBe(true)
    expect(isPressOf(sign, { ...plain, key: sign, shiftKey: true })).toBe(true)
  }
  expect(isPressOf('?', { ...plain, key: '/' })).toBe(false)
})

it.each(['ctrlKey', 'metaKey', 'altKey', 'repeat'] as const)('rejects every key in combination with %s', (held) => {
  expect(isPressOf('k', { ...plain, key: 'k', [held]: true })).toBe(false)
  expect(isPressOf('/', { ...plain, key: '/', [held]: true })).toBe(false)
})
