// Signed-in people without the wait for password hashing: sessions inserted directly into the
// database, and the tokens that the service would have issued for them.
import { createHmac, randomUUID } from 'node:crypto'

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')

const tokenOf = (secret, { userId, sessionId }) => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: userId, sid: sessionId, jti: randomUUID(), iat: now, exp: now + 3600, aud: 'deal-canvas' }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, token_use: 'access' })}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/** A token for each of these people, in order. */
export const signInAll = async (client, secret, userIds) => {
  const { rows } = await client.query(
    `INSERT INTO sessions (id, user_id, provider, created_at, last_used_at, expires_at)
     SELECT gen_random_uuid(), id, 'password', now(), now(), now() + interval '1 day' FROM unnest($1::uuid[]) id
     RETURNING id, user_id`,
    [userIds],
  )
  const sessions = new Map(rows.map(({ id, user_id }) => [user_id, id]))
  return userIds.map((userId) => tokenOf(secret, { userId, sessionId: sessions.get(userId) }))
}
