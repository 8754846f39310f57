import { randomBytes } from 'node:crypto'
import type { Actor } from '../../actor.ts'
import type { Caller } from '../../caller.ts'
import { refuse } from '../../domain-error.ts'
import { type Clock, days, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { digestOf } from '../../platform/digest.ts'
import { isId, newId } from '../../platform/ids.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import type { Passwords } from '../../platform/passwords.ts'
import type { AccessTokens, IssuedToken, TokenClaims } from './access-tokens.ts'
import type { AuthStore, SessionRow } from './auth.store.ts'
import type { DeviceCookies } from './device-cookies.ts'
import type { PasswordTags } from './password-tags.ts'
import { effectsOf, type GoodVerdict, graceMs, idleDays, judgeRefresh, sessionDays } from './refresh-rotation.ts'
import type { SecurityMails } from './security-mails.ts'
import type { Sessions } from './sessions.service.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import type { WaitingRoom } from './waiting-room.ts'

interface Deps {
  store: AuthStore
  database: Database
  passwords: Passwords
  tags: PasswordTags
  tokens: AccessTokens
  sessions: Sessions
  limits: Limits
  room: WaitingRoom
  devices: DeviceCookies
  mails: SecurityMails
  deals: { anyVisibleTo(userId: string): Promise<boolean> }
  /** Whether accounts whose password everybody knows may be used. */
  allowsDemo: boolean
  now: Clock
}

type SignInUser = NonNullable<Awaited<ReturnType<AuthStore['userById']>>>
type Family = Pick<SessionRow, 'id' | 'userId' | 'provider' | 'expiresAt'>

/** A refresh token that was found good, and what it belongs to. */
interface Presented {
  hash: string
  verdict: GoodVerdict
  user: SignInUser
  session: Family
}

/** Where a sign-in comes from. */
export interface SignInOrigin {
  caller: Caller
  deviceCookie: string | undefined
  /** Aborted when the client leaves. */
  signal: AbortSignal
}

type SessionHolder = Pick<Actor, 'userId' | 'sessionId'>

export interface SignedIn {
  user: SignInUser
  provider: Family['provider']
  access: IssuedToken
  refreshToken: string
  refreshExpiresAt: Date
  hasDeals: boolean
}

export type Auth = ReturnType<typeof createAuth>

/** Signing in, staying signed in, and being recognized. */
export const createAuth = (deps: Deps) => {
  const { store, database, passwords, tags, tokens, sessions, limits, room, devices, mails, deals, now } = deps
  const admit = createSignInLimits({ limits, room })

  const mayEnter = ({ status, isDemo }: { status: string; isDemo: boolean }): boolean =>
    status === 'active' && (!isDemo || deps.allowsDemo)

  /** One more refresh token for the family, an access token, and what the client wants to know. */
  const grant = async (user: SignInUser, session: Family, parentHash: string | null): Promise<SignedIn> => {
    const refreshToken = randomBytes(32).toString('base64url')
    await store.addRefreshToken({ hash: digestOf(refreshToken), sessionId: session.id, parentHash, createdAt: now() })
    const idleEnd = later(now(), days(idleDays))
    return {
      user,
      provider: session.provider,
      access: await tokens.issue({ userId: user.id, sessionId: session.id, expiresAt: session.expiresAt }),
      refreshToken,
      refreshExpiresAt: idleEnd < session.expiresAt ? idleEnd : session.expiresAt,
      hasDeals: await deals.anyVisibleTo(user.id),
    }
  }

  const addSession = async (user: SignInUser, provider: Family['provider'], caller: Caller): Promise<SignedIn> => {
    const { ip, userAgent = null } = caller
    const session = { id: newId(), userId: user.id, provider, expiresAt: later(now(), days(sessionDays)) }
    const at = now()
    await store.addSession({ ...session, ip, userAgent, createdAt: at, lastUsedAt: at })
    return grant(user, session, null)
  }

  /**
   * Several people may have registered with one address, before or after somebody verified it: each enters their own
   * account. However many there are, a password is compared once, or twice where its tag fits a claim: the time must
   * tell neither that nobody has the address nor that somebody holds it.
   */
  const whoEnters = async (email: string, password: string): Promise<SignInUser | undefined> => {
    const { holder, claimant } = await store.signInCandidates(email, tags.known(password))
    const candidates = claimant === undefined ? [holder] : [holder, claimant]
    const matched = await Promise.all(candidates.map((user) => passwords.matches(password, user?.passwordHash)))
    return candidates.find((user, index) => user !== undefined && matched[index] === true && mayEnter(user))
  }

  /** Of those whom the cookie names, one who signs in with the address; without a cookie nothing is looked up. */
  const knownDevice = async (email: string, cookie: string | undefined): Promise<string | undefined> => {
    const named = devices.peopleIn(cookie)
    return named.length === 0 ? undefined : devices.deviceOf(cookie, await store.ownersAmong(email, named))
  }

  const endFamily = async ({ id, userId }: Family, { ip, userAgent }: Caller): Promise<void> => {
    await sessions.end(userId, { only: id, reason: 'refresh_token_reused' })
    const data = { sessionId: id, ip, userAgent: userAgent ?? null }
    await store.recordSecurityEvent({ id: newId(), userId, kind: 'refresh_token_reused', data, at: now() })
    const emails = await store.verifiedEmailsOf(userId)
    await database.afterCommit(async () => emails.forEach(mails.sessionEndedForReuse))
  }

  /** Does something for whoever presents a good refresh token, while its family is locked. */
  const presented = async <Result>(
    refreshToken: string | undefined,
    caller: Caller,
    work: (found: Presented) => Promise<Result>,
  ): Promise<Result> => {
    if (refreshToken === undefined || refreshToken.length > 100) return refuse('refresh_invalid')
    const hash = digestOf(refreshToken)
    // The family's end must be committed although the caller is refused: nothing is thrown inside.
    const result = await database.transaction(async () => {
      const token = await store.lockPresented(hash)
      if (token === undefined) return undefined
      const { session } = token
      const verdict = judgeRefresh(token, now())
      if (verdict === 'reused') await endFamily(session, caller)
      if (verdict === 'reused' || verdict === 'dead') return undefined
      const user = await store.userById(session.userId)
      return user === undefined || !mayEnter(user) ? undefined : work({ hash, verdict, user, session })
    })
    return result ?? refuse('refresh_invalid')
  }

  const readToken = async (bearer: string): Promise<TokenClaims> => {
    const claims = await tokens.read(bearer)
    if (claims === 'expired') return refuse('token_expired')
    return claims === 'invalid' || !isId(claims.sessionId) || !isId(claims.userId) ? refuse('token_invalid') : claims
  }

  /** Reads session and user anew at each request, so that what was revoked is gone at the next one. */
  const recognize = async (claims: TokenClaims): Promise<Actor> => {
    const found = await store.identity(claims.sessionId)
    if (found === null || found.userId !== claims.userId) return refuse('token_invalid')
    if (found.revokedAt !== null || found.expiresAt <= now() || !mayEnter(found)) return refuse('session_ended')
    return {
      userId: found.userId,
      sessionId: claims.sessionId,
      isSuperadmin: found.isSuperadmin,
      forcePasswordChange: found.forcePasswordChange,
      tokenExpiresAt: claims.expiresAt,
      tokenDealId: claims.dealId,
      tokenGrantId: claims.grantId,
      dealRole: undefined,
      orgRole: undefined,
      bySuperadminGrant: false,
    }
  }

  return {
    /** Who is meant by a link that is asked for with this address: whoever verified it, if they may enter. */
    holderOf: async (email: string): Promise<string | undefined> => {
      const { holder } = await store.signInCandidates(email)
      return holder !== undefined && mayEnter(holder) ? holder.id : undefined
    },

    /** For someone known by other means than a password. Undefined where they may not enter, or not by that address. */
    startSession: (
      { userId, email }: { userId: string; email: string },
      provider: Family['provider'],
      caller: Caller,
    ): Promise<SignedIn | undefined> =>
      database.transaction(async () => {
        await store.lockUser(userId)
        const user = await store.userByAddress(userId, email)
        if (user === undefined || !mayEnter(user)) return undefined
        if (provider === 'magic_link' && user.verifiedAt === null) return undefined
        return addSession(user, provider, caller)
      }),

    /** An unknown address takes the same steps, time and words as a wrong password. */
    login: async (given: { email: string; password: string }, from: SignInOrigin): Promise<SignedIn> => {
      const { caller, signal } = from
      const email = normalEmail(given.email)
      const device = await knownDevice(email, from.deviceCookie)
      const { giveBack } = await admit({ account: digestOf(email), device, ip: caller.ip, signal })
      const user = (await whoEnters(email, given.password)) ?? refuse('invalid_credentials')
      await giveBack()
      await limits.take('write', user.id)
      return database.transaction(async () => {
        // Between the look at the password and here it may have been changed, or the user suspended: a session opened
        // with what no longer holds would survive the very act that was to end it.
        const present = await store.lockUser(user.id)
        if (present?.status !== user.status || present.passwordHash !== user.passwordHash) refuse('invalid_credentials')
        // By a secret that is on its way out: the next sign-in must know it by the new one.
        if (user.passwordTag !== null && user.passwordTag !== tags.of(given.password)) {
          await store.tagClaims(user.id, tags.of(given.password))
        }
        return addSession(user, 'password', caller)
      })
    },

    refresh: (refreshToken: string | undefined, caller: Caller): Promise<SignedIn> =>
      presented(refreshToken, caller, async ({ hash, verdict, user, session }) => {
        await limits.take('write', session.id)
        const { beginsGrace, kills } = effectsOf[verdict]
        if (beginsGrace) await store.markUsed(hash, now())
        if (kills === 'unused') await store.killUnused(session.id, hash, now())
        if (kills === 'lost_successors') await store.killSuccessors(hash, later(now(), -graceMs), now())
        const { ip, userAgent = null } = caller
        await store.touchSession(session.id, { ip, userAgent, lastUsedAt: now() })
        return grant(user, session, hash)
      }),

    /** Whose session it is that a refresh token could carry on now. The token stays unused; a theft is acted on. */
    sessionOfRefresh: async (refreshToken: string | undefined, caller: Caller): Promise<SessionHolder> => {
      const { user, session } = await presented(refreshToken, caller, async (found) => found)
      if (user.forcePasswordChange) refuse('password_change_required')
      return { userId: user.id, sessionId: session.id }
    },

    /** A token that is good for one deal alone. */
    issueForDeal: async (
      { userId, sessionId }: SessionHolder,
      deal: { dealId: string; grantId?: string },
    ): Promise<IssuedToken> => {
      const { expiresAt } = (await store.identity(sessionId)) ?? refuse('session_ended')
      return tokens.issue({ userId, sessionId, expiresAt, ...deal })
    },

    logout: (actor: Actor): Promise<unknown> =>
      sessions.end(actor.userId, { only: actor.sessionId, reason: 'logged_out' }),

    /** What the device is to keep for the next sign-in, with what it keeps already. */
    rememberDevice: (cookie: string | undefined, { user }: SignedIn): string => devices.remember(cookie, user),

    readToken,
    recognize,
    identify: async (bearer: string): Promise<Actor> => recognize(await readToken(bearer)),
  }
}
