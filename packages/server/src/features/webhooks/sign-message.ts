import { createHmac, randomBytes } from 'node:crypto'
import { digestOf } from '../../platform/digest.ts'

const prefix = 'whsec_'
const secretBytes = 32

/** A secret in the form of Standard Webhooks. */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`

/**
 * The same for every attempt and replay of an event, on every node, so that a receiver can tell what it has already.
 * A digest, because a dot would end the id in what is signed.
 */
export const messageIdOf = (targetId: string, { dealId, seq }: { dealId: string; seq: number }): string =>
  `msg_${digestOf(JSON.stringify([targetId, dealId, seq]))}`

export const testMessageIdOf = (deliveryId: string): string => `msg_${digestOf(deliveryId)}`

const signatureOf = (secret: string, signed: string): string => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

/** The headers of Standard Webhooks, with one signature for each secret. */
export const signatureHeaders = (
  secrets: readonly string[],
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`)).join(' '),
  }
}
