import { describe, expect, it } from 'vitest'
import { customKeyFor } from './custom-key.ts'

const free = () => false

describe('the key of a custom metric', () => {
  it.each([
    ['Loss to Lease', 'custom_loss_to_lease'],
    ['  Réserve (T-12) ', 'custom_reserve_t_12'],
    ['純利益', 'custom_metric'],
    ['%', 'custom_metric'],
  ])('is made of the letters and digits of its name: %s', (label, key) => {
    expect(customKeyFor(label, free)).toBe(key)
  })

  it('has a number if other metrics of the deal have the same name', () => {
    const taken = new Set(['custom_reserve', 'custom_reserve_2'])
    expect(customKeyFor('Reserve', (key) => taken.has(key))).toBe('custom_reserve_3')
  })

  it('is at most 80 characters long, also with its number', () => {
    const label = 'a'.repeat(100)
    const first = customKeyFor(label, free)
    const numbered = customKeyFor(label, (key) => key === first)
    expect(first).toHaveLength(76)
    expect(numbered).toBe(`${first}_2`)
    expect(customKeyFor(`${'a'.repeat(68)} b`, free)).toBe(`custom_${'a'.repeat(68)}`)
  })
})
