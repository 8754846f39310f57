import { dealStateKinds } from '@deal-canvas/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedisKeys } from './redis-keys.ts'

/** CRC16 (XMODEM) modulo 16384 of the text in the first pair of braces, as in the cluster specification. */
const slotOf = (key: string): number => {
  const bytes = Buffer.from(key)
  const from = bytes.indexOf('{')
  const to = bytes.indexOf('}', from + 1)
  const hashed = from >= 0 && to > from + 1 ? bytes.subarray(from + 1, to) : bytes
  let crc = 0
  for (const byte of hashed) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc % 16_384
}

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('{', '}', ':', '%', 'a', 'é', '\u{1f600}'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  minLength: 1,
  maxLength: 40,
})

describe('Redis keys', () => {
  const keys = createRedisKeys('dc:')

  test('computes the hash slot as Redis does', () => {
    // Results of CLUSTER KEYSLOT for these keys.
    expect(slotOf('foo')).toBe(12_182)
    expect(slotOf('a{foo}b')).toBe(12_182)
    expect(slotOf('{}foo')).toBe(9_500)
  })

  test('places all keys of a deal in one slot, whatever the ids', () => {
    fc.assert(
      fc.property(anyText, anyText, (dealId, id) => {
        const all = dealStateKinds.flatMap((kind) => [
          keys.entry({ dealId, kind, id }),
          keys.fence({ dealId, kind, id }),
          keys.ids(dealId, kind),
          keys.expiry(dealId, kind),
        ])
        expect(new Set(all.map(slotOf)).size).toBe(1)
        expect(new Set(all).size).toBe(all.length)
      }),
    )
  })

  test('never shares a key between different deals and ids', () => {
    const key = fc.record({ dealId: anyText, kind: fc.constantFrom(...dealStateKinds), id: anyText })
    fc.assert(
      fc.property(key, key, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b)
        expect(keys.entry(a) === keys.entry(b)).toBe(same)
        expect(keys.entry(a)).not.toBe(keys.fence(b))
      }),
    )
  })

  test('recovers the deal from an index key and from no other key', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.constantFrom(...dealStateKinds), (dealId, id, kind) => {
        expect(keys.dealOf(keys.ids(dealId, kind))).toBe(dealId)
        for (const key of [
          keys.expiry(dealId, kind),
          keys.entry({ dealId, kind, id: `${id}:ids` }),
          keys.fence({ dealId, kind, id: `${id}:ids` }),
        ])
          expect(keys.dealOf(key)).toBeUndefined()
      }),
    )
  })

  test('rejects a prefix with braces, and matches a prefix with wildcards literally', () => {
    expect(() => createRedisKeys('a{b}')).toThrow(/braces/)
    expect(createRedisKeys('a*[b]?:').pattern).toBe('a\\*\\[b\\]\\?:{*}:*:ids')
  })
})
