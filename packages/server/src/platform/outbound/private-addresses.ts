import { BlockList, isIP, isIPv6 } from 'node:net'
import { isLoopbackAddress } from '../addresses.ts'

const v4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Networks that are not on the public internet. An IPv4 address written as IPv6 is checked by the IPv4 rules. */
const closed = new BlockList()
for (const [network, prefix] of v4) closed.addSubnet(network, prefix, 'ipv4')

/** The only IPv6 addresses that the public internet has; the exceptions below can contain an IPv4 address. */
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, prefix, 'ipv6')

const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/** Whether an address belongs to a machine on the public internet. Text that is not an address does not. */
export const isPublicAddress = (address: string): boolean => {
  const inside = mapped.exec(address)?.[1] ?? address
  if (isIP(inside) === 0) return false
  return isIPv6(inside) ? open.check(inside, 'ipv6') && !closed.check(inside, 'ipv6') : !closed.check(inside, 'ipv4')
}

export const isAllowedAddress = (address: string, { allowLoopback }: { allowLoopback: boolean }): boolean =>
  isPublicAddress(address) || (allowLoopback && isIP(address) !== 0 && isLoopbackAddress(address))
