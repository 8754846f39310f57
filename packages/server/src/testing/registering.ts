import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { makeInviteCode } from '../features/invite-codes/invite-code.ts'
import { newId } from '../platform/ids.ts'
import { mailAfter, type ReadMail } from './mails.ts'
import { type Answer, type Person, someIp, type TestService } from './service.ts'

interface Planted {
  maxUses?: number | null
  orgId?: string | null
  role?: 'member' | 'admin'
  isActive?: boolean
  expiresAt?: Date | null
}

/** Inserts an invite code into the database. */
export const plantInviteCode = async ({ sql }: TestService, planted: Planted = {}): Promise<string> => {
  const { maxUses = null, orgId = null, role = 'member', isActive = true, expiresAt = null } = planted
  const code = makeInviteCode()
  await sql(
    `INSERT INTO invite_codes (id, code, created_by, max_uses, uses_count, role, org_id, is_active, expires_at, created_at)
      SELECT $1, $2, id, $3, 0, $4, $5, $6, $7, now() FROM users WHERE display_name = 'Sofia Kern'`,
    [newId(), code, maxUses, role, orgId, isActive, expiresAt],
  )
  return code
}

/** An unused address. */
export const someAddress = (name = 'someone'): string => `${name}-${randomUUID().slice(0, 8)}@example.org`

export const goodPassword = 'a-password-of-mine'

interface Registered extends Person {
  email: string
  /** The mail sent to the new address. */
  welcome: ReadMail
}

/** Creates an account. */
export const register = async (
  app: TestService,
  { email = someAddress(), password = goodPassword, code }: { email?: string; password?: string; code?: string } = {},
): Promise<Registered> => {
  const invite_code = code ?? (await plantInviteCode(app))
  const body = { invite_code, email, password, display_name: 'Ada Lovelace' }
  const answers: Answer[] = []
  const welcome = await mailAfter(app, { to: email, about: 'Deal Canvas' }, async () => {
    answers.push(await app.send('POST', '/api/auth/register', { body, ip: someIp() }))
    expect(answers.map(({ status }) => status)).toEqual([201])
  })
  const [answer] = answers
  const token: string = answer?.body.access_token
  return {
    email,
    welcome,
    token,
    cookie: answer?.cookie ?? '',
    userId: answer?.body.user.id,
    get: (path) => app.send('GET', path, { token }),
    send: (method, path, sent, headers = {}) =>
      app.send(method, path, { token, headers, ...(sent === undefined ? {} : { body: sent }) }),
  }
}
