import { isIP } from 'node:net'

const loopbackNames = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Names by which this machine calls itself. */
export const isLoopbackName = (name: string): boolean => loopbackNames.has(name)

export const isLoopbackAddress = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** What one customer of a network provider holds: an IPv4 address, or the 2^64 addresses of an IPv6 network. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (isIP(address) !== 6) return address
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const front = head.split(':').filter((group) => group !== '')
  const back = tail.split(':').filter((group) => group !== '')
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = address.includes('::') ? [...front, ...zeros, ...back] : front
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
