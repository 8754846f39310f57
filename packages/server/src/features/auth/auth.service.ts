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
  /** Whether demo accounts, whose password is public, can be used. */
  allowsDemo: boolean
  now: Clock
}

type SignInUser = NonNullable<Awaited<ReturnType<AuthStore['userById']>>>
type Family = Pick<SessionRow, 'id' | 'userId' | 'provider' | 'expiresAt'>

/** A valid refresh token and the user and session it belongs to. */
interface Presented {
  hash: string
  verdict: GoodVerdict
  user: SignInUser
  session: Family
}

/** The client that signs in. */
export interface SignInOrigin {
  caller: Caller
  deviceCookie: string | undefined
  /** Aborted when the client disconnects. */
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

/** Sign-in, refresh and recognition of users. */
export const createAuth = (deps: Deps) => {
  const { store, database, passwords, tags, tokens, sessions, limits, room, devices, mails, deals, now } = deps
  const admit = createSignInLimits({ limits, room })

  const canEnter = ({ status, isDemo }: { status: string; isDemo: boolean }): boolean =>
    status === 'active' && (!isDemo || deps.allowsDemo)

  /** Issues another refresh token of the family, an access token, and what the client needs to know. */
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
   * Several accounts can claim one address, before or after one of them verified it; each signs in to its own.
   * Regardless of their number, a password is compared once, or twice if its tag matches a claim: the response time
   * must not reveal whether anyone claims or holds the address.
   */
  const whoEnters = async (email: string, password: string): Promise<SignInUser | undefined> => {
    const { holder, claimant } = await store.signInCandidates(email, tags.known(password))
    const candidates = claimant === undefined ? [holder] : [holder, claimant]
    const matched = await Promise.all(candidates.map((user) => passwords.matches(password, user?.passwordHash)))
    return candidates.find((user, index) => user !== undefined && matched[index] === true && canEnter(user))
  }

  /**
   * Looks up the device among the accounts in the cookie that sign in with the address; without a cookie nothing is
   * queried.
   */
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

  /** Runs work for a valid refresh token while its family is locked. */
  const presented = async <Result>(
    refreshToken: string | undefined,
    caller: Caller,
    work: (found: Presented) => Promise<Result>,
  ): Promise<Result> => {
    if (refreshToken === undefined || refreshToken.length > 100) return refuse('refresh_invalid')
    const hash = digestOf(refreshToken)
    // Nothing is thrown inside: the end of the family must be committed although the caller is rejected.
    const result = await database.transaction(async () => {
      const token = await store.lockPresented(hash)
      if (token === undefined) return undefined
      const { session } = token
      const verdict = judgeRefresh(token, now())
      if (verdict === 'reused') await endFamily(session, caller)
      if (verdict === 'reused' || verdict === 'dead') return undefined
      const user = await store.userById(session.userId)
      return user === undefined || !canEnter(user) ? undefined : work({ hash, verdict, user, session })
    })
    return result ?? refuse('refresh_invalid')
  }

  const readToken = async (bearer: string): Promise<TokenClaims> => {
    const claims = await tokens.read(bearer)
    if (claims === 'expired') return refuse('token_expired')
    return claims === 'invalid' || !isId(claims.sessionId) || !isId(claims.userId) ? refuse('token_invalid') : claims
  }

  /** Reads session and user on each request, so that a revocation takes effect with the next one. */
  const recognize = async (claims: TokenClaims): Promise<Actor> => {
    const found = await store.identity(claims.sessionId)
    if (found === null || found.userId !== claims.userId) return refuse('token_invalid')
    if (found.revokedAt !== null || found.expiresAt <= now() || !canEnter(found)) return refuse('session_ended')
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
    /** The account that a sign-in link for this address is for: the one that verified it, if it can sign in. */
    holderOf: async (email: string): Promise<string | undefined> => {
      const { holder } = await store.signInCandidates(email)
      return holder !== undefined && canEnter(holder) ? holder.id : undefined
    },

    /**
     * For a user authenticated by other means than a password. Undefined if they cannot sign in, or not with that
     * address.
     */
    startSession: (
      { userId, email }: { userId: string; email: string },
      provider: Family['provider'],
      caller: Caller,
    ): Promise<SignedIn | undefined> =>
      database.transaction(async () => {
        await store.lockUser(userId)
        const user = await store.userByAddress(userId, email)
        if (user === undefined || !canEnter(user)) return undefined
        if (provider === 'magic_link' && user.verifiedAt === null) return undefined
        return addSession(user, provider, caller)
      }),

    /** An unknown address takes the same steps and time and gets the same answer as a wrong password. */
    login: async (given: { email: string; password: string }, from: SignInOrigin): Promise<SignedIn> => {
      const { caller, signal } = from
      const email = normalEmail(given.email)
      const device = await knownDevice(email, from.deviceCookie)
      const { giveBack } = await admit({ account: digestOf(email), device, ip: caller.ip, signal })
      const user = (await whoEnters(email, given.password)) ?? refuse('invalid_credentials')
      await giveBack()
      await limits.take('write', user.id)
      return database.transaction(async () => {
        // The password may have been changed or the user suspended since the password was compared: a session opened
        // with outdated credentials would survive the very action that was to end it.
        const present = await store.lockUser(user.id)
        if (present?.status !== user.status || present.passwordHash !== user.passwordHash) refuse('invalid_credentials')
        // The tag was made with a secret that is being rotated out; the next sign-in must find it under the new one.
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

    /** The user and session that a refresh token could continue. Does not consume the token, but acts on a theft. */
    sessionOfRefresh: async (refreshToken: string | undefined, caller: Caller): Promise<SessionHolder> => {
      const { user, session } = await presented(refreshToken, caller, async (found) => found)
      if (user.forcePasswordChange) refuse('password_change_required')
      return { userId: user.id, sessionId: session.id }
    },

    /** Issues a token that is valid for one deal only. */
    issueForDeal: async (
      { userId, sessionId }: SessionHolder,
      deal: { dealId: string; grantId?: string },
    ): Promise<IssuedToken> => {
      const { expiresAt } = (await store.identity(sessionId)) ?? refuse('session_ended')
      return tokens.issue({ userId, sessionId, expiresAt, ...deal })
    },

    logout: (actor: Actor): Promise<unknown> =>
      sessions.end(actor.userId, { only: actor.sessionId, reason: 'logged_out' }),

    /** Returns the device cookie for the next sign-in, including the accounts it already holds. */
    rememberDevice: (cookie: string | undefined, { user }: SignedIn): string => devices.remember(cookie, user),

    readToken,
    recognize,
    identify: async (bearer: string): Promise<Actor> => recognize(await readToken(bearer)),
  }
}
