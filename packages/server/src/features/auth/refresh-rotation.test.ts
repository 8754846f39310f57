import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { days, later, minutes } from '../../platform/clock.ts'
import { expectRefusal, onEachService, someIp } from '../../testing/service.ts'
import { graceMs, idleDays, judgeRefresh, type PresentedToken, sessionDays, type Verdict } from './refresh-rotation.ts'

const start = new Date('2026-01-01T00:00:00.000Z')

interface Token {
  createdAt: Date
  usedAt: Date | null
  supersededAt: Date | null
  children: Token[]
}

const isPastGrace = ({ createdAt }: Token, now: Date): boolean => later(createdAt, graceMs) <= now

/** A family of tokens in memory, kept as the service keeps it in the database. */
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
    successorUsed: token.children.some(({ usedAt }) => usedAt !== null),
    session: { ...session },
  })
  return {
    session,
    all,
    first: issue(start),
    seen,
    /** What the owner of the token gets: a verdict, and a successor unless refused. */
    use: (token: Token, now: Date): { verdict: Verdict; successor: Token | undefined } => {
      const verdict = judgeRefresh(seen(token), now)
      if (verdict === 'reused') session.revokedAt = now
      if (verdict === 'reused' || verdict === 'dead') return { verdict, successor: undefined }
      // Those issued within the grace may be on their way to another tab.
      const lost = verdict === 'replace_successors' ? token.children.filter((child) => isPastGrace(child, now)) : []
      for (const child of lost) child.supersededAt = now
      token.usedAt = verdict === 'replace_successors' ? now : (token.usedAt ?? now)
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

/** Runs any history of uses, by whomever, and looks at each verdict. */
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

describe('whatever was used before, and whenever', () => {
  it('a token of an ended session is dead', () => {
    eachUse(({ before, now, verdict }) => {
      if (!isLive(before, now)) expect(verdict).toBe('dead')
    })
  })

  it('nothing is issued for a token that was replaced', () => {
    eachUse(({ before, now, verdict }) => {
      if (before.supersededAt !== null) expect(verdict).toBe(isLive(before, now) ? 'reused' : 'dead')
    })
  })

  it('nothing is issued after the family has ended', () => {
    eachUse(({ verdict, ended }) => {
      if (ended) expect(verdict).toBe('dead')
    })
  })

  it('nothing is issued after the session has run its thirty days or the token has been idle for fourteen', () => {
    eachUse(({ before, now, verdict }) => {
      if (before.session.expiresAt <= now || isIdle(before, now)) {
        expect(['dead', 'reused']).toContain(verdict)
        if (before.supersededAt === null) expect(verdict).toBe('dead')
      }
    })
  })

  it('a good token that was never used, or was first used within the grace, is rotated', () => {
    eachUse(({ before, now, verdict }) => {
      const isGood = isLive(before, now) && before.supersededAt === null && !isIdle(before, now)
      const isFresh = before.usedAt === null || now.getTime() - before.usedAt.getTime() < graceMs
      if (isGood && isFresh) expect(verdict).toBe('rotate')
    })
  })

  it('a token used again after the grace is never simply rotated', () => {
    eachUse(({ before, now, verdict }) => {
      const isLate = before.usedAt !== null && now.getTime() - before.usedAt.getTime() >= graceMs
      if (isLate) expect(verdict).not.toBe('rotate')
    })
  })
})

describe('an honest browser', () => {
  const rounds = fc.array(
    fc.record({
      pause: fc.integer({ min: 0, max: minutes(300) }),
      /** Tabs that refresh with the same cookie; each answer arrives or is lost. */
      tabs: fc.array(fc.record({ after: fc.integer({ min: 0, max: 999 }), arrives: fc.boolean() }), {
        minLength: 1,
        maxLength: 9,
      }),
    }),
    { minLength: 1, maxLength: 60 },
  )

  it('is never signed out before its thirty days, however many tabs it has and answers it loses', () => {
    fc.assert(
      fc.property(rounds, (history) => {
        const family = createFamily()
        let cookie = family.first
        let now = start
        for (const { pause, tabs } of history) {
          now = later(now, pause)
          const sent = cookie
          for (const { after, arrives } of tabs) {
            now = later(now, after)
            const { verdict, successor } = family.use(sent, now)
            expect(['rotate', 'replace_successors']).toContain(verdict)
            if (arrives && successor !== undefined) cookie = successor
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('a stolen token', () => {
  it('used after the grace by one who is not its owner ends the family as soon as both have moved on', () => {
    const scenario = fc.record({
      theftAfter: fc.integer({ min: graceMs, max: days(1) }),
      ownerMovesOnBefore: fc.boolean(),
      pause: fc.integer({ min: 0, max: days(1) }),
    })
    fc.assert(
      fc.property(scenario, ({ theftAfter, ownerMovesOnBefore, pause }) => {
        const family = createFamily()
        const { successor: owners } = family.use(family.first, start)
        if (owners === undefined) throw new Error('The first use is always good')
        const theft = later(start, theftAfter)
        if (ownerMovesOnBefore) family.use(owners, theft)
        family.use(family.first, theft)
        if (!ownerMovesOnBefore) family.use(owners, later(theft, pause))
        expect(family.session.revokedAt).not.toBeNull()
      }),
    )
  })
})

onEachService('a browser that lost an answer', (the) => {
  const refresh = (cookie: string | undefined) => the.send('POST', '/api/auth/refresh', { cookie })

  it('stays signed in when several of its tabs then refresh at once, whichever answer comes last', async () => {
    for (const last of [0, 1, 2]) {
      const { cookie } = await the.signIn('owner', someIp())
      const lost = await refresh(cookie)
      the.advance(graceMs * 2)
      const answers = [await refresh(cookie), await refresh(cookie), await refresh(cookie)]
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      the.advance(graceMs * 2)
      expect((await refresh(answers[last]?.cookie)).status).toBe(200)
      expectRefusal(await refresh(lost.cookie), 401, 'refresh_invalid')
    }
  })
})
