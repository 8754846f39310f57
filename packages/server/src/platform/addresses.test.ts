import { isIPv6 } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLoopbackAddress, networkOf, siteOf } from './addresses.ts'

it('counts an IPv4 address individually, even when written as IPv6', () => {
  expect(networkOf('10.1.2.3')).toBe('10.1.2.3')
  for (const mapped of ['::ffff:10.1.2.3', '::FFFF:10.1.2.3', '::ffff:a01:203', '0:0:0:0:0:ffff:0a01:0203']) {
    expect([networkOf(mapped), siteOf(mapped)]).toEqual(['10.1.2.3', undefined])
  }
})

it('counts IPv6 addresses by /64 network and by /48 site, however they are written', () => {
  for (const address of ['2001:db8:0:1::1', '2001:DB8::1:a:b:c:d', '2001:0db8:0000:0001:ffff:1:2:3']) {
    expect([networkOf(address), siteOf(address)]).toEqual(['2001:db8:0:1::/64', '2001:db8:0::/48'])
  }
  expect(networkOf('2001:db8:0:2::1')).not.toBe(networkOf('2001:db8:0:1::1'))
  expect(siteOf('2001:db8:0:2::1')).toBe(siteOf('2001:db8:0:1::1'))
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

it('maps every spelling of an IPv6 address to the same network', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 0xffff }), { minLength: 8, maxLength: 8 }), fc.ipV6(), (groups, other) => {
      const plain = groups.map((group) => group.toString(16)).join(':')
      const padded = groups.map((group) => group.toString(16).padStart(4, '0').toUpperCase()).join(':')
      const dotted = `${plain.split(':').slice(0, 6).join(':')}:${groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.')}`
      expect(new Set([plain, padded, dotted].map(networkOf)).size).toBe(1)
      expect(new Set([plain, padded, dotted].map(siteOf)).size).toBe(1)
      expect(isIPv6(other) && networkOf(other).includes('NaN')).toBe(false)
    }),
  )
})

it('counts text that is not an IP address under the text itself', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!isIPv6(text.split('%')[0] ?? '')) expect([networkOf(text), siteOf(text)]).toEqual([text, undefined])
    }),
  )
})

it('recognizes the addresses of the local machine', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopbackAddress)).toBe(true)
  expect(['10.0.0.1', '::2', '1127.0.0.1', ''].some(isLoopbackAddress)).toBe(false)
})
