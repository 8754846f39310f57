import { isIP } from 'node:net'

const loopbackNames = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Names that resolve to this machine. */
export const isLoopbackName = (name: string): boolean => loopbackNames.has(name)

export const isLoopbackAddress = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** The eight groups of an IPv6 address, or undefined if the text is not one. */
const groupsOf = (address: string): number[] | undefined => {
  const [bare = ''] = address.split('%')
  if (isIP(bare) !== 6) return undefined
  const hex = bare.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [front = [], back = []] = hex.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - front.length - back.length).fill('0')
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16))
}

/** An IPv4 address written as IPv6, such as `::ffff:10.1.2.3` or `::ffff:a01:203`. */
const mappedIn = (groups: number[]): string | undefined => {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined
}

const prefix = (groups: number[], count: number): string =>
  `${groups
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')}::/${count * 16}`

/** What one customer of an internet provider typically holds: one IPv4 address, or an IPv6 /64 network. */
export const networkOf = (address: string): string => {
  const groups = groupsOf(address)
  return groups === undefined ? address : (mappedIn(groups) ?? prefix(groups, 4))
}

/** The IPv6 /48 site, which contains 65,536 /64 networks; undefined for IPv4. */
export const siteOf = (address: string): string | undefined => {
  const groups = groupsOf(address)
  return groups === undefined || mappedIn(groups) !== undefined ? undefined : prefix(groups, 3)
}
