import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { SignJWT } from 'jose'
import { readBoundedJson } from '../../platform/bounded-json.ts'
import { type Clock, later, minutes } from '../../platform/clock.ts'
import { newRandomId } from '../../platform/ids.ts'

const accessTokenMinutes = 60

const audience = 'deal-canvas'
const algorithm = 'HS256'

export interface TokenClaims {
  userId: string
  sessionId: string
  /** Set in a deal token, which is valid only for that deal. */
  dealId: string | undefined
  /** Set in a deal token that is based on a superadmin's grant. */
  grantId: string | undefined
  expiresAt: Date
}

export interface IssuedToken {
  token: string
  expiresInMinutes: number
}

interface Issued {
  userId: string
  sessionId: string
  expiresAt: Date
  dealId?: string | undefined
  grantId?: string | undefined
}

export interface AccessTokens {
  /** No token outlives its session. */
  issue(session: Issued): Promise<IssuedToken>
  read(token: string): Promise<TokenClaims | 'invalid' | 'expired'>
}

interface Options {
  /** The first signs, all verify, so that a secret can be replaced without signing anyone out. */
  secrets: readonly string[]
  now: Clock
}

interface Parts {
  /** The signed text. */
  signed: string
  header: string
  payload: string
  signature: Buffer
}

/**
 * Accepts only the canonical encoding of a token: decoders ignore stray characters and unused bits, so a list of tokens
 * would miss variants.
 */
const readParts = (token: string): Parts | undefined => {
  const parts = token.split('.')
  const [header, payload, signature, ...rest] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (header === undefined || payload === undefined || signature === undefined || rest.length > 0) return undefined
  if (parts.some((part, index) => [header, payload, signature][index]?.toString('base64url') !== part)) return undefined
  return {
    signed: token.slice(0, token.lastIndexOf('.')),
    header: header.toString(),
    payload: payload.toString(),
    signature,
  }
}

const isSignedBy = (key: KeyObject, { signed, signature }: Parts): boolean => {
  const wanted = createHmac('sha256', key).update(signed).digest()
  return signature.length === wanted.length && timingSafeEqual(signature, wanted)
}

const tokenBounds = { maxBytes: 4_096, maxDepth: 8 }

/** Undefined if the text is not a JSON object. */
const readObject = (text: string): Record<string, unknown> | undefined => {
  const read = readBoundedJson(text, tokenBounds)
  return read.ok && typeof read.value === 'object' && read.value !== null && !Array.isArray(read.value)
    ? { ...read.value }
    : undefined
}

/**
 * Reads the claims of a signed token at a given time. Rejects claims that this service does not write, even if signed.
 */
const readClaims = (text: string, now: Date): TokenClaims | 'invalid' | 'expired' => {
  const { sub, sid, jti, iat, exp, aud, nbf, token_use: use, deal_id: dealId, grant: grantId } = readObject(text) ?? {}
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof jti !== 'string') return 'invalid'
  if (typeof iat !== 'number' || typeof exp !== 'number' || aud !== audience || nbf !== undefined) return 'invalid'
  const forDeal = use === 'deal' && typeof dealId === 'string'
  if (!forDeal && use !== 'access') return 'invalid'
  if (exp <= Math.floor(now.getTime() / 1000)) return 'expired'
  const claims = { userId: sub, sessionId: sid, expiresAt: new Date(exp * 1000) }
  if (!forDeal) return { ...claims, dealId: undefined, grantId: undefined }
  return grantId === undefined || typeof grantId === 'string' ? { ...claims, dealId, grantId } : 'invalid'
}

export const createAccessTokens = ({ secrets, now }: Options): AccessTokens => {
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret)))
  const [signingKey] = keys
  if (signingKey === undefined) throw new Error('At least one token secret is needed')

  return {
    issue: async ({ userId, sessionId, expiresAt, dealId, grantId }) => {
      const issuedAt = now()
      const wanted = later(issuedAt, minutes(accessTokenMinutes))
      const end = wanted < expiresAt ? wanted : expiresAt
      const token = await new SignJWT({
        sid: sessionId,
        token_use: dealId === undefined ? 'access' : 'deal',
        ...(dealId === undefined ? {} : { deal_id: dealId }),
        ...(grantId === undefined ? {} : { grant: grantId }),
      })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setSubject(userId)
        .setAudience(audience)
        .setJti(newRandomId())
        .setIssuedAt(issuedAt)
        .setExpirationTime(end)
        .sign(signingKey)
      return { token, expiresInMinutes: Math.floor((end.getTime() - issuedAt.getTime()) / minutes(1)) }
    },
    // Uses the runtime's own synchronous HMAC, because it runs on every request.
    read: async (token) => {
      const parts = readParts(token)
      if (parts === undefined || !keys.some((key) => isSignedBy(key, parts))) return 'invalid'
      const { alg, crit } = readObject(parts.header) ?? {}
      return alg === algorithm && crit === undefined ? readClaims(parts.payload, now()) : 'invalid'
    },
  }
}
