import { expect, it } from 'vitest'
import { isLoopbackAddress, networkOf } from './addresses.ts'

it('counts an IPv4 address by itself, also where it is written as IPv6', () => {
  expect(networkOf('10.1.2.3')).toBe('10.1.2.3')
  expect(networkOf('::ffff:10.1.2.3')).toBe('10.1.2.3')
})

it('counts IPv6 addresses by their network of 64 bits, however they are written', () => {
  for (const address of ['2001:db8:0:1::1', '2001:DB8::1:a:b:c:d', '2001:0db8:0000:0001:ffff:1:2:3']) {
    expect(networkOf(address)).toBe('2001:db8:0:1::/64')
  }
  expect(networkOf('2001:db8:0:2::1')).not.toBe(networkOf('2001:db8:0:1::1'))
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

it('knows the addresses of this machine', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopbackAddress)).toBe(true)
  expect(['10.0.0.1', '::2', '1127.0.0.1', ''].some(isLoopbackAddress)).toBe(false)
})
