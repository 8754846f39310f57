import { describe, expect, it } from 'vitest'
import { customKeyFor } from './custom-key.ts'

const free = () => false

describe('custom metric key', () => {
  it.each([
    ['Loss to Lease', 'custom_loss_to_lease'],
    ['  Réserve (T-12) ', 'custom_reserve_t_12'],
    ['純利益', 'custom_metric'],
    ['%', 'custom_metric'],
  ])('builds the key of a custom metric from the letters and digits of its name: %s', (label, key) => {
    expect(customKeyFor(label, free)).toBe(key)
  })

  it('numbers the key if other metrics of the deal have the same name', () => {
    const taken = new Set(['custom_reserve', 'custom_reserve_2'])
    expect(customKeyFor('Reserve', (key) => taken.has(key))).toBe('custom_reserve_3')
  })

  it('limits the key to 80 characters, including its number', () => {
    const label = 'a'.repeat(100)
    const first = customKeyFor(label, free)
    const numbered = customKeyFor(label, (key) => key === first)
    expect(first).toHaveLength(76)
    expect(numbered).toBe(`${first}_2`)
    expect(customKeyFor(`${'a'.repeat(68)} b`, free)).toBe(`custom_${'a'.repeat(68)}`)
  })
})
