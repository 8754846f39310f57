import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hue, initials } from './initials.ts'

test.each([
  ['Maya Okafor', 'MO'],
  ['Ana María de la Cruz', 'AC'],
  ['Prince', 'P'],
  ['  élodie   durand ', 'ÉD'],
  ['李 小龙', '李小'],
  ['Maia Okafor-Lind', 'MO'],
  ['owner@example.com', 'O'],
  ['maya.okafor@example.com', 'MO'],
  ['(Max) "M" Weber', 'MW'],
  ['🙂 🙃', '🙂'],
  ['👩‍🚀', '👩‍🚀'],
  ['@example', '@'],
  ['', '?'],
  ['  ', '?'],
])('derives from the name %j the initials %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('gives a person a stable color that is a valid hue', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (id) => {
      expect(hue(id)).toBe(hue(id))
      expect(hue(id)).toBeGreaterThanOrEqual(0)
      expect(hue(id)).toBeLessThan(360)
    }),
  )
})
