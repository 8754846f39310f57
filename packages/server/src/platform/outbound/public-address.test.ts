import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closedIpv4, closedIpv6, isPublicAddress } from './public-address.ts'

const toNumber = (address: string): number => address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0)
const toIpv4 = (value: number): string =>
  [value / 2 ** 24, value / 2 ** 16, value / 2 ** 8, value].map((part) => Math.floor(part) % 256).join('.')
const hex = (value: number): string => value.toString(16)

const ranges = closedIpv4.map((network) => {
  const [address = '', bits] = network.split('/')
  const first = toNumber(address)
  return { network, first, last: first + 2 ** (32 - Number(bits)) - 1 }
})
const isClosed = (value: number): boolean => ranges.some(({ first, last }) => value >= first && value <= last)

const anyIpv4 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const closedIpv4Address = fc
  .constantFrom(...ranges)
  .chain(({ first, last }) => fc.integer({ min: first, max: last }))
  .map(toIpv4)
const anyGroups = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: count, maxLength: count })

/** The ways to write an IPv4 address as IPv6. */
const carriers: ((address: string) => string)[] = [
  (address) => `::ffff:${address}`,
  (address) => `::${address}`,
  (address) => `64:ff9b::${address}`,
  (address) => `64:ff9b:1::${address}`,
  (address) => `2002:${hex(toNumber(address) >>> 16)}:${hex(toNumber(address) & 0xffff)}::1`,
  (address) => `2001:0:${hex(toNumber(address) >>> 16)}:${hex(toNumber(address) & 0xffff)}::1`,
]

describe('public addresses', () => {
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '172.16.0.1',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'fec0::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '2001:db8::1',
    '100::1',
    '2606:4700:4700::1111%eth0',
    'localhost',
    '',
    '1.2.3',
    '0x7f.0.0.1',
  ])('does not take %s for a public address', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.0',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '64:ff9b::8.8.8.8',
  ])('takes %s for a public address', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('begins and ends each closed IPv4 network exactly at its borders', () => {
    for (const { network, first, last } of ranges) {
      expect([network, isPublicAddress(toIpv4(first)), isPublicAddress(toIpv4(last))]).toEqual([network, false, false])
      for (const beside of [first - 1, last + 1])
        if (beside >= 0 && beside < 2 ** 32) expect(isPublicAddress(toIpv4(beside))).toBe(!isClosed(beside))
    }
  })

  it('judges every IPv4 address by the closed networks', () => {
    fc.assert(
      fc.property(anyIpv4, (value) => isPublicAddress(toIpv4(value)) === !isClosed(value)),
      { numRuns: 2_000 },
    )
  })

  it('never takes an IPv6 form of a closed IPv4 address for public', () => {
    fc.assert(
      fc.property(
        closedIpv4Address,
        fc.constantFrom(...carriers),
        (address, carry) => !isPublicAddress(carry(address)),
      ),
      { numRuns: 2_000 },
    )
  })

  it('never takes an IPv6 address outside 2000::/3 for public, except behind NAT64', () => {
    const outside = fc
      .tuple(fc.integer({ min: 0, max: 0xffff }), anyGroups(7))
      .filter(([first, [second]]) => (first < 0x2000 || first > 0x3fff) && !(first === 0x64 && second === 0xff9b))
    fc.assert(fc.property(outside, ([first, rest]) => !isPublicAddress([first, ...rest].map(hex).join(':'))))
  })

  it('never takes an address in a closed IPv6 network for public', () => {
    const inside = fc.constantFrom(...closedIpv6).chain((network) => {
      const [address = '', bits] = network.split('/')
      const prefix = address
        .replace(/::$/, '')
        .split(':')
        .map((group) => Number.parseInt(group, 16))
      const start = [...prefix, ...Array<number>(8 - prefix.length).fill(0)]
      return anyGroups(8).map((random) =>
        start.map((group, at) => {
          const free = Math.min(16, Math.max(0, (at + 1) * 16 - Number(bits)))
          return group + ((random[at] ?? 0) % 2 ** free)
        }),
      )
    })
    fc.assert(fc.property(inside, (groups) => !isPublicAddress(groups.map(hex).join(':'))))
  })
})
