import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readComparisonChoice, writeComparisonChoice } from './remembered-choice.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})
afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
})

it('remembers hidden scenarios and added rows of each deal', () => {
  const choice = { hidden: new Set(['a']), added: new Set(['noi', 'dscr']) }
  writeComparisonChoice('d', choice)
  expect(readComparisonChoice('d')).toEqual(choice)
  expect(readComparisonChoice('other')).toEqual({ hidden: new Set(), added: new Set() })
})

it('keeps nothing once everything is shown as at first', () => {
  writeComparisonChoice('d', { hidden: new Set(['a']), added: new Set() })
  writeComparisonChoice('d', { hidden: new Set(), added: new Set() })
  expect([...kept]).toEqual([])
})

it.each(['{', 'null', '7', '{"hidden":3,"added":[1,"noi"]}'])('reads %s without failing', (text) => {
  kept.set('deal-canvas.comparison.d', text)
  const { hidden, added } = readComparisonChoice('d')
  expect([...hidden, ...added].every((one) => one === 'noi')).toBe(true)
})
