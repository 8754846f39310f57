import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { batchQuery } from '../../platform/database/batch-query.ts'
import type { Database } from '../../platform/database/database.ts'
import { oneOf } from '../../platform/database/listed.ts'
import { securityEvents } from '../../platform/database/tables/security-events.ts'
import { refreshTokens, sessions } from '../../platform/database/tables/sessions.ts'
import { userEmails, users } from '../../platform/database/tables/users.ts'

export type SessionRow = typeof sessions.$inferSelect
type NewSession = typeof sessions.$inferInsert
type SecurityEvent = typeof securityEvents.$inferInsert

/** A session with the relevant fields of its user. */
interface Identity {
  userId: string
  revokedAt: Date | null
  expiresAt: Date
  status: string
  isDemo: boolean
  isSuperadmin: boolean
  forcePasswordChange: boolean
}

export type AuthStore = ReturnType<typeof createAuthStore>

export const createAuthStore = (database: Database) => {
  const { db } = database
  const signInFields = {
    id: users.id,
    displayName: users.displayName,
    avatarUrl: users.avatarUrl,
    status: users.status,
    isDemo: users.isDemo,
    passwordHash: users.passwordHash,
    forcePasswordChange: users.forcePasswordChange,
    analyticsVisitorId: users.analyticsVisitorId,
    email: userEmails.email,
    verifiedAt: userEmails.verifiedAt,
    passwordTag: userEmails.passwordTag,
  }

  const byEmail = db
    .select(signInFields)
    .from(userEmails)
    .innerJoin(users, eq(users.id, userEmails.userId))
    .where(
      and(
        eq(userEmails.email, sql.placeholder('email')),
        userEmails.canSignIn,
        sql`(${userEmails.verifiedAt} IS NOT NULL OR ${userEmails.passwordTag} = ANY(${sql.placeholder('tags')}::int[]))`,
      ),
    )
    .orderBy(sql`${userEmails.verifiedAt} IS NULL`, desc(userEmails.createdAt), desc(userEmails.userId))
    .limit(2)
    .prepare('auth_users_by_email')

  const byAddress = db
    .select(signInFields)
    .from(userEmails)
    .innerJoin(users, eq(users.id, userEmails.userId))
    .where(and(eq(userEmails.userId, sql.placeholder('id')), eq(userEmails.email, sql.placeholder('email'))))
    .prepare('auth_user_by_address')

  const byId = db
    .select(signInFields)
    .from(users)
    .innerJoin(userEmails, and(eq(userEmails.userId, users.id), userEmails.isPrimary))
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('auth_user_by_id')

  const identity = batchQuery<string, Identity | null>(
    database,
    async (sessionIds) => {
      const { rows } = await database.query<Identity & { id: string }>({
        name: 'auth_identity',
        text: `SELECT s.id, s.user_id AS "userId", s.revoked_at AS "revokedAt", s.expires_at AS "expiresAt",
            u.status, u.is_demo AS "isDemo", u.is_superadmin AS "isSuperadmin",
            u.force_password_change AS "forcePasswordChange"
          FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ${oneOf('$1::uuid[]')}`,
        values: [sessionIds],
      })
      const found = new Map(rows.map(({ id, ...row }) => [id, row]))
      return sessionIds.map((id) => found.get(id) ?? null)
    },
    { maxBatch: 500 },
  )

  // The session row is the lock of the whole family. It is locked before the token is read: a token read in the
  // same statement would show its state from before the wait.
  const familyLock = db
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(refreshTokens, eq(refreshTokens.sessionId, sessions.id))
    .where(eq(refreshTokens.hash, sql.placeholder('hash')))
    .for('update', { of: sessions })
    .prepare('auth_family_lock')

  const presented = db
    .select({
      createdAt: refreshTokens.createdAt,
      usedAt: refreshTokens.usedAt,
      supersededAt: refreshTokens.supersededAt,
      successorSettled: sql<boolean>`EXISTS (SELECT 1 FROM refresh_tokens child
          WHERE child.parent_hash = refresh_tokens.hash AND child.used_at IS NOT NULL)
        OR NOT EXISTS (SELECT 1 FROM refresh_tokens child
          WHERE child.parent_hash = refresh_tokens.hash AND child.used_at IS NULL AND child.superseded_at IS NULL)`,
    })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, sql.placeholder('hash')))
    .prepare('auth_presented')

  return {
    /**
     * The accounts that can sign in with an address: the one that verified it, and one that claims it with a matching
     * password tag.
     */
    signInCandidates: async (email: string, tags: readonly number[] = []) => {
      const found = await byEmail.execute({ email, tags })
      return {
        holder: found.find(({ verifiedAt }) => verifiedAt !== null),
        claimant: found.find(({ verifiedAt }) => verifiedAt === null),
      }
    },
    /** The users among these who sign in with the address. */
    ownersAmong: (email: string, userIds: readonly string[]) =>
      db
        .select({ id: users.id, passwordHash: users.passwordHash })
        .from(userEmails)
        .innerJoin(users, eq(users.id, userEmails.userId))
        .where(and(eq(userEmails.email, email), userEmails.canSignIn, inArray(userEmails.userId, [...userIds]))),
    /** A user with the given one of their addresses. */
    userByAddress: async (id: string, email: string) => (await byAddress.execute({ id, email }))[0],
    userById: async (id: string) => (await byId.execute({ id }))[0],
    /** A session and its user, read fresh; null if there is no such session. */
    identity,

    /** Serializes sign-ins and password changes of a user. */
    lockUser: async (userId: string) => {
      const fields = { status: users.status, passwordHash: users.passwordHash }
      return (await db.select(fields).from(users).where(eq(users.id, userId)).for('no key update'))[0]
    },
    passwordHash: async (userId: string): Promise<string | null> => {
      const [row] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
      return row?.hash ?? null
    },
    emailsOf: async (userId: string): Promise<string[]> => {
      const rows = await db.select({ email: userEmails.email }).from(userEmails).where(eq(userEmails.userId, userId))
      return rows.map(({ email }) => email)
    },
    /** The verified addresses of the user. */
    verifiedEmailsOf: async (userId: string): Promise<string[]> => {
      const rows = await db
        .select({ email: userEmails.email })
        .from(userEmails)
        .where(and(eq(userEmails.userId, userId), isNotNull(userEmails.verifiedAt)))
      return rows.map(({ email }) => email)
    },
    /** Sets the tag of the unverified addresses that the user claims. */
    tagClaims: (userId: string, passwordTag: number) =>
      db
        .update(userEmails)
        .set({ passwordTag })
        .where(and(eq(userEmails.userId, userId), isNull(userEmails.verifiedAt), userEmails.canSignIn)),
    savePassword: (userId: string, passwordHash: string, now: Date) =>
      db.update(users).set({ passwordHash, forcePasswordChange: false, updatedAt: now }).where(eq(users.id, userId)),

    addSession: (session: NewSession) => db.insert(sessions).values(session),
    touchSession: (id: string, facts: { ip: string | null; userAgent: string | null; lastUsedAt: Date }) =>
      db.update(sessions).set(facts).where(eq(sessions.id, id)),
    session: async (id: string) => (await db.select().from(sessions).where(eq(sessions.id, id)))[0],

    openSessions: (userId: string, { now, idleSince, after, limit }: OpenSessionsPage) =>
      db
        .select()
        .from(sessions)
        .where(
          and(
            eq(sessions.userId, userId),
            isNull(sessions.revokedAt),
            gt(sessions.expiresAt, now),
            gt(sessions.lastUsedAt, idleSince),
            after === undefined
              ? undefined
              : or(
                  lt(sessions.lastUsedAt, after.time),
                  and(eq(sessions.lastUsedAt, after.time), lt(sessions.id, after.id)),
                ),
          ),
        )
        .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
        .limit(limit),

    /** Ends sessions of one user that are still open and returns their ids. */
    revoke: async (userId: string, { only, except, reason, now }: Revocation): Promise<string[]> => {
      const rows = await db
        .update(sessions)
        .set({ revokedAt: now, revokeReason: reason })
        .where(
          and(
            eq(sessions.userId, userId),
            isNull(sessions.revokedAt),
            only === undefined ? undefined : eq(sessions.id, only),
            except === undefined ? undefined : ne(sessions.id, except),
          ),
        )
        .returning({ id: sessions.id })
      return rows.map(({ id }) => id)
    },

    /** The given sessions that no request can use anymore. */
    endedAmong: async (ids: string[], now: Date): Promise<Set<string>> => {
      const { rows: good } = await database.query<{ id: string }>({
        name: 'auth_good_sessions',
        text: `SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
          WHERE s.id = ANY($1) AND s.revoked_at IS NULL AND s.expires_at > $2 AND u.status = 'active'`,
        values: [ids, now],
      })
      const stillGood = new Set(good.map(({ id }) => id))
      return new Set(ids.filter((id) => !stillGood.has(id)))
    },

    addRefreshToken: (token: typeof refreshTokens.$inferInsert) => db.insert(refreshTokens).values(token),
    lockPresented: async (hash: string) => {
      const [family] = await familyLock.execute({ hash })
      const [token] = family === undefined ? [] : await presented.execute({ hash })
      return family === undefined || token === undefined ? undefined : { ...token, session: family.session }
    },
    /** Records the use from which the grace period counts. */
    markUsed: (hash: string, usedAt: Date) =>
      db.update(refreshTokens).set({ usedAt }).where(eq(refreshTokens.hash, hash)),
    killSuccessors: (hash: string, issuedUntil: Date, supersededAt: Date) =>
      db
        .update(refreshTokens)
        .set({ supersededAt })
        .where(and(eq(refreshTokens.parentHash, hash), lte(refreshTokens.createdAt, issuedUntil))),
    /** Kills all other unused tokens of the family, because this one was used first. */
    killUnused: (sessionId: string, hash: string, supersededAt: Date) =>
      db
        .update(refreshTokens)
        .set({ supersededAt })
        .where(
          and(
            eq(refreshTokens.sessionId, sessionId),
            isNull(refreshTokens.usedAt),
            isNull(refreshTokens.supersededAt),
            ne(refreshTokens.hash, hash),
          ),
        ),

    recordSecurityEvent: (event: SecurityEvent) => db.insert(securityEvents).values(event),

    /** Removes sessions that ended long ago with their tokens, a limited number per call. */
    sweep: (endedBefore: Date) =>
      db.execute(
        sql`DELETE FROM sessions WHERE id IN (SELECT id FROM sessions
          WHERE expires_at < ${endedBefore.toISOString()} OR revoked_at < ${endedBefore.toISOString()} LIMIT 1000)`,
      ),
  }
}

interface OpenSessionsPage {
  now: Date
  idleSince: Date
  after: { time: Date; id: string } | undefined
  limit: number
}

interface Revocation {
  only?: string
  except?: string
  reason: string
  now: Date
}
