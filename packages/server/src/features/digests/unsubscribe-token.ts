import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '../../platform/ids.ts'

const idBytes = 16
const signatureBytes = 16

const signed = (id: string, key: Buffer, address: string): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(['end digests', id, address]))
    .digest()
    .subarray(0, signatureBytes)

/** What a link that ends digests carries: who it names, signed for the address that it was mailed to. */
export const writeUnsubscribeToken = ({ id, key, address }: { id: string; key: Buffer; address: string }): string =>
  Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), signed(id, key, address)]).toString('base64url')

interface UnsubscribeToken {
  id: string
  /** Whether it was signed with this key for this address: after a change of address, earlier links end nothing. */
  isSignedFor(key: Buffer, address: string): boolean
}

export const readUnsubscribeToken = (token: string): UnsubscribeToken | undefined => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return undefined
  const id = bytes
    .subarray(0, idBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  if (!isId(id)) return undefined
  return {
    id,
    isSignedFor: (key, address) => timingSafeEqual(signed(id, key, address), bytes.subarray(idBytes)),
  }
}
