import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { days, later, minutes } from '../../platform/clock.ts'
import { plantDeal } from '../../testing/planting.ts'
import { expectRefusal, onEachService, someIp } from '../../testing/service.ts'
import {
  effectsOf,
  graceMs,
  idleDays,
  judgeRefresh,
  type PresentedToken,
  sessionDays,
  type Verdict,
} from './refresh-rotation.ts'

const start = new Date('2026-01-01T00:00:00.000Z')

interface Token {
  createdAt: Date
  usedAt: Date | null
  supersededAt: Date | null
  children: Token[]
}

/** An in-memory token family that behaves like the one in the database. */
const createFamily = () => {
  const session: { expiresAt: Date; revokedAt: Date | null } = {
    expiresAt: later(start, days(sessionDays)),
    revokedAt: null,
  }
  const all: Token[] = []
  const issue = (now: Date): Token => {
    const token = { createdAt: now, usedAt: null, supersededAt: null, children: [] }
    all.push(token)
    return token
  }
  const seen = (token: Token): PresentedToken => ({
    ...token,
    successorSettled:
      token.children.some(({ usedAt }) => usedAt !== null) ||
      token.children.every(({ supersededAt }) => supersededAt !== null),
    session: { ...session },
  })
  return {
    session,
    all,
    first: issue(start),
    seen,
    /** Presents a token and returns the verdict, with a successor unless it is rejected. */
    use: (token: Token, now: Date): { verdict: Verdict; successor: Token | undefined } => {
      const verdict = judgeRefresh(seen(token), now)
      if (verdict === 'reused') session.revokedAt = now
      if (verdict === 'reused' || verdict === 'dead') return { verdict, successor: undefined }
      const { beginsGrace, kills } = effectsOf[verdict]
      if (beginsGrace) token.usedAt = now
      const unused = all.filter((other) => other !== token && other.usedAt === null && other.supersededAt === null)
      const lost = token.children.filter(({ createdAt }) => later(createdAt, graceMs) <= now)
      for (const other of { unused, lost_successors: lost, none: [] }[kills]) other.supersededAt = now
      const successor = issue(now)
      token.children.push(successor)
      return { verdict, successor }
    },
  }
}

const pauses = fc.oneof(
  fc.integer({ min: 0, max: graceMs * 2 }),
  fc.integer({ min: 0, max: minutes(120) }),
  fc.integer({ min: 0, max: days(idleDays) + minutes(1) }),
)
const histories = fc.array(fc.record({ pause: pauses, which: fc.nat() }), { minLength: 1, maxLength: 40 })

/** Runs random histories of token uses by any party and checks each verdict. */
const eachUse = (
  look: (facts: { before: PresentedToken; now: Date; verdict: Verdict; ended: boolean }) => void,
): void =>
  fc.assert(
    fc.property(histories, (history) => {
      const family = createFamily()
      let now = start
      for (const { pause, which } of history) {
        now = later(now, pause)
        const token = family.all[which % family.all.length] ?? family.first
        const before = family.seen(token)
        const ended = family.session.revokedAt !== null
        look({ before, now, verdict: family.use(token, now).verdict, ended })
      }
    }),
    { numRuns: 500 },
  )

const isLive = ({ session }: PresentedToken, now: Date) => session.revokedAt === null && session.expiresAt > now
const isIdle = ({ createdAt }: PresentedToken, now: Date) => later(createdAt, days(idleDays)) <= now

describe('refresh verdicts for random histories', () => {
  it('rejects a token of an ended session as dead', () => {
    eachUse(({ before, now, verdict }) => {
      if (!isLive(before, now)) expect(verdict).toBe('dead')
    })
  })

  it('issues nothing for a superseded token', () => {
    eachUse(({ before, now, verdict }) => {
      if (before.supersededAt !== null) expect(verdict).toBe(isLive(before, now) ? 'reused' : 'dead')
    })
  })

  it('issues nothing after the token family has ended', () => {
    eachUse(({ verdict, ended }) => {
      if (ended) expect(verdict).toBe('dead')
    })
  })

  it('issues nothing after thirty days of the session or fourteen idle days of the token', () => {
    eachUse(({ before, now, verdict }) => {
      if (before.session.expiresAt <= now || isIdle(before, now)) {
        expect(['dead', 'reused']).toContain(verdict)
        if (before.supersededAt === null) expect(verdict).toBe('dead')
      }
    })
  })

  it('rotates a valid token on first use and repeats it within the grace period', () => {
    eachUse(({ before, now, verdict }) => {
      const isGood = isLive(before, now) && before.supersededAt === null && !isIdle(before, now)
      const isFresh = before.usedAt === null || now.getTime() - before.usedAt.getTime() < graceMs
      if (isGood && isFresh) expect(verdict).toBe(before.usedAt === null ? 'rotate' : 'repeat')
    })
  })

  it('recovers a token after the grace period only while none of its successors was used or killed', () => {
    eachUse(({ before, now, verdict }) => {
      const isLate = before.usedAt !== null && now.getTime() - before.usedAt.getTime() >= graceMs
      if (isLate) expect(['reused', 'dead', before.successorSettled ? 'reused' : 'recover']).toContain(verdict)
    })
  })
})

describe('refresh by an honest browser', () => {
  const rounds = fc.array(
    fc.record({
      pause: fc.integer({ min: 0, max: minutes(300) }),
      /** Tabs that refresh with the same cookie; each answer arrives or is lost. */
      tabs: fc.array(fc.record({ after: fc.integer({ min: 0, max: 999 }), arrives: fc.boolean(), late: fc.nat() }), {
        minLength: 1,
        maxLength: 9,
      }),
    }),
    { minLength: 1, maxLength: 60 },
  )

  it('never signs out an honest browser within thirty days, however many tabs it has and answers it loses', () => {
    fc.assert(
      fc.property(rounds, (history) => {
        const family = createFamily()
        let cookie = family.first
        let now = start
        for (const { pause, tabs } of history) {
          now = later(now, pause)
          const sent = cookie
          const arrived: { late: number; successor: Token }[] = []
          for (const { after, arrives, late } of tabs) {
            now = later(now, after)
            const { verdict, successor } = family.use(sent, now)
            expect(['rotate', 'repeat', 'recover']).toContain(verdict)
            if (arrives && successor !== undefined) arrived.push({ late, successor })
          }
          // Answers of a round arrive in any order; the last one becomes the cookie of all tabs.
          cookie = arrived.toSorted((a, b) => a.late - b.late).at(-1)?.successor ?? cookie
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('refresh with a copied cookie', () => {
  const moves = fc.array(fc.record({ thief: fc.boolean(), pause: fc.integer({ min: 0, max: minutes(90) }) }), {
    minLength: 2,
    maxLength: 30,
  })

  it('ends the family at the latest once both owner and thief have used tokens issued after the copy', () => {
    fc.assert(
      fc.property(fc.nat({ max: 5 }), moves, (before, history) => {
        const family = createFamily()
        let now = start
        const cookies = { owner: family.first, thief: family.first }
        for (let n = 0; n < before; n++) {
          now = later(now, minutes(60))
          cookies.owner = family.use(cookies.owner, now).successor ?? cookies.owner
        }
        cookies.thief = cookies.owner
        const copied = cookies.owner
        const usesSinceFork = { owner: 0, thief: 0 }
        for (const { thief, pause } of history) {
          now = later(now, pause)
          const who = thief ? 'thief' : 'owner'
          const isForked = cookies.owner !== copied && cookies.thief !== copied
          cookies[who] = family.use(cookies[who], now).successor ?? cookies[who]
          if (isForked) usesSinceFork[who]++
          if (usesSinceFork.owner > 0 && usesSinceFork.thief > 0) expect(family.session.revokedAt).not.toBeNull()
        }
      }),
      { numRuns: 1000 },
    )
  })
})

onEachService('forked session', (app) => {
  const refresh = (cookie: string | undefined) => app.send('POST', '/api/auth/refresh', { cookie })
  const reissue = (cookie: string | undefined) => app.send('POST', `/api/canvas/${deal}/token/reissue`, { cookie })
  let deal = ''
  const recorded = async (userId: string): Promise<number> =>
    (await app.sql("SELECT 1 FROM security_events WHERE user_id = $1 AND kind = 'refresh_token_reused'", [userId]))
      .length

  it('ends and records a forked session when its second successor is used, by refresh or reissue', async () => {
    const { userId } = await app.signIn('owner', someIp())
    deal = await plantDeal(app, { members: { [userId]: 'owner' } })
    for (const [first, second] of [
      [refresh, refresh],
      [reissue, refresh],
      [refresh, reissue],
      [reissue, reissue],
    ] as const) {
      const before = await recorded(userId)
      const { cookie } = await app.signIn('owner', someIp())
      const [mine, theirs] = [await first(cookie), await second(cookie)]
      expect([mine.status, theirs.status]).toEqual([200, 200])
      const next = await first(mine.cookie)
      expect(next.status).toBe(200)
      expectRefusal(await second(theirs.cookie), 401, 'refresh_invalid')
      expectRefusal(await refresh(next.cookie), 401, 'refresh_invalid')
      expect(await recorded(userId)).toBe(before + 1)
    }
  })

  it("leaves the user's other sessions open when a forked session ends", async () => {
    const [other, { cookie }] = [await app.signIn('owner', someIp()), await app.signIn('owner', someIp())]
    const [mine, theirs] = [await refresh(cookie), await refresh(cookie)]
    await refresh(mine.cookie)
    await refresh(theirs.cookie)
    expect((await other.get('/api/auth/me')).status).toBe(200)
  })
})

onEachService('refresh after a lost answer', (app) => {
  const refresh = (cookie: string | undefined) => app.send('POST', '/api/auth/refresh', { cookie })

  it('keeps a browser signed in when several tabs refresh after a lost answer, whichever answer comes last', async () => {
    for (const last of [0, 1, 2]) {
      const { cookie } = await app.signIn('owner', someIp())
      const lost = await refresh(cookie)
      app.advance(graceMs * 2)
      const answers = [await refresh(cookie), await refresh(cookie), await refresh(cookie)]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      app.advance(graceMs * 2)
      expect((await refresh(answers[last]?.cookie)).status).toBe(200)
      expectRefusal(await refresh(lost.cookie), 401, 'refresh_invalid')
    }
  })
})
