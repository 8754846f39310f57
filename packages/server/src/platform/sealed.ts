import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

export type Sealing = ReturnType<typeof createSealing>

/** Encrypts text that is stored temporarily and must not be readable in the database or its backups. */
export const createSealing = (secrets: readonly [string, ...string[]], purpose: string) => {
  const keyOf = (secret: string): Buffer =>
    createHash('sha256')
      .update(JSON.stringify(['sealed', purpose, secret]))
      .digest()
  const keys = secrets.map(keyOf)

  const openWith = (key: Buffer, bytes: Buffer): string | undefined => {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString()
    } catch {
      // Sealed with another secret, or not by this service.
      return undefined
    }
  }

  return {
    seal: (text: string): string => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOf(secrets[0]), iv, { authTagLength: tagBytes })
      const body = Buffer.concat([cipher.update(text), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    /** Tries each of the secrets; undefined if none of them opens it. */
    open: (sealed: string): string | undefined => {
      const bytes = Buffer.from(sealed, 'base64url')
      return keys.map((key) => openWith(key, bytes)).find((text) => text !== undefined)
    },
  }
}
