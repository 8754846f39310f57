import { BlockList, isIP } from 'node:net'
import { groupsOf } from '../addresses.ts'

/** Networks that are not on the public internet, by their registries (RFC 6890 and its successors). */
export const closedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Answered by the virtual machine host of Azure, although its address is a public one.
  '168.63.129.16/32',
  // Includes the metadata service of most clouds.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/** Inside 2000::/3, the only range of IPv6 from which public addresses are given. */
export const closedIpv6 = [
  // Includes Teredo, which carries an IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  // 6to4, which carries an IPv4 address.
  '2002::/16',
  '3fff::/20',
] as const

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const closed4 = listOf(closedIpv4, 'ipv4')
const closed6 = listOf(closedIpv6, 'ipv6')
const open6 = listOf(['2000::/3'], 'ipv6')

/** The IPv4 address that a NAT64 gateway reaches by this IPv6 address (64:ff9b::/96). */
const behindNat64 = (groups: readonly number[]): string | undefined => {
  const [first, second, , , , , high = 0, low = 0] = groups
  const isNat64 = first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0)
  return isNat64 ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined
}

/**
 * Whether an address is on the public internet. Everything else (private, loopback, link-local, multicast, metadata,
 * reserved, and IPv6 forms that carry such an IPv4 address) could reach what only this machine or its network can.
 */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !closed4.check(address, 'ipv4')
  // A zone belongs to a local network.
  if (family !== 6 || address.includes('%')) return false
  const nat64 = behindNat64(groupsOf(address) ?? [])
  if (nat64 !== undefined) return !closed4.check(nat64, 'ipv4')
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6')
}
