import { beforeEach, describe, expect, it } from 'vitest'
import { hours, later, minutes } from '../../platform/clock.ts'
import { MailFailure, type MailMessage } from '../../platform/mail/mail.ts'
import { openDigestNode } from '../../testing/digesting.ts'
import { act, forgetNotifications, noticeTo, signInAll } from '../../testing/noticing.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onEachService } from '../../testing/service.ts'
import { createDigestsStore, type DigestsStore } from './digests.store.ts'

// The service itself makes no digests here, so that each step belongs to a node of the test.
onEachService(
  'sending a digest',
  (app) => {
    const people = signInAll(app, 'owner', 'editor')
    let deal: string
    const start = new Date()
    let clock = start
    const now = () => clock
    const wait = (milliseconds: number): void => {
      clock = later(clock, milliseconds)
    }

    beforeEach(async () => {
      const { owner, editor } = people()
      await app.sql('DELETE FROM digests')
      await app.sql('DELETE FROM digest_settings')
      await forgetNotifications(app)
      deal = await plantDeal(app, { members: { [owner.userId]: 'owner', [editor.userId]: 'owner' } })
      clock = start
      await app.sql(
        `INSERT INTO digest_settings (user_id, frequency, weekday, hour, time_zone, next_at, next_day, covered_seq,
          unsubscribe_id, unsubscribe_key, version, updated_at)
        VALUES ($1, 'daily', 1, $2, 'UTC', $3, 'first day', 0, gen_random_uuid(), 'key', 1, now())`,
        [editor.userId, start.getUTCHours(), start],
      )
    })
    const comment = (snippet: string) =>
      act(app, people().owner, deal, noticeTo([people().editor], { type: 'comment', snippet }))
    const node = (send: (message: MailMessage) => Promise<void>, store?: DigestsStore) =>
      openDigestNode(app, send, { now, ...(store && { store }) })
    const open = () => {
      const sent: MailMessage[] = []
      return {
        sent,
        ...node(async (message) => {
          sent.push(message)
        }),
      }
    }
    const statuses = async () =>
      (await app.sql('SELECT status FROM digests ORDER BY created_at')).map(({ status }) => status)
    /** Until the next daily digest is due. */
    const nextDay = async (): Promise<void> => {
      const [row] = await app.sql<{ next_at: Date }>('SELECT next_at FROM digest_settings')
      clock = later(row?.next_at ?? clock, 1_000)
    }

    it('happens once when many nodes look at the same time [DIGEST-13]', async () => {
      await comment('Once')
      const nodes = Array.from({ length: 4 }, () => open())
      await Promise.all(nodes.flatMap(({ resume }) => [resume(), resume()]))
      expect(nodes.flatMap(({ sent }) => sent)).toHaveLength(1)
      expect(await statuses()).toEqual(['sent'])
    })

    it('is tried again with the same Message-ID while the mail server refuses it, and then happens once [DIGEST-13]', async () => {
      await comment('Refused at first')
      const tried: (string | undefined)[] = []
      const refusing = node(async ({ id }) => {
        tried.push(id)
        throw new MailFailure('451 try again later', { isRefused: true })
      })
      await refusing.resume()
      await refusing.resume()
      expect([tried.length, refusing.errors.length]).toEqual([1, 1])
      wait(minutes(11))
      await refusing.resume()
      wait(minutes(11))
      const { resume, sent } = open()
      await resume()
      expect([...tried, ...sent.map(({ id }) => id)]).toEqual([tried[0], tried[0], tried[0]])
      expect(sent[0]?.text).toContain('Refused at first')
    })

    it('is given up after six hours of refusals; its notifications are part of the next digest [DIGEST-13]', async () => {
      await comment('Never accepted')
      const refusing = node(async () => {
        throw new MailFailure('451 try again later', { isRefused: true })
      })
      await refusing.resume()
      wait(hours(6) + minutes(1))
      const { resume, sent } = open()
      await resume()
      expect([sent.length, await statuses()]).toEqual([0, ['failed']])
      await nextDay()
      await resume()
      expect(sent.map(({ text }) => text.includes('Never accepted'))).toEqual([true])
    })

    it('does not happen again where the answer of the mail server was lost; what stays unread is part of the next digest [DIGEST-13]', async () => {
      await comment('Perhaps accepted')
      const silent = node(async () => {
        throw new MailFailure('the connection was lost', { isRefused: false })
      })
      await silent.resume()
      expect(await statuses()).toEqual(['unknown'])
      const { resume, sent } = open()
      wait(hours(1))
      await resume()
      expect(sent).toEqual([])
      await nextDay()
      await resume()
      expect(sent.map(({ text }) => text.includes('Perhaps accepted'))).toEqual([true])
    })

    it('tells what is unread when it is handed over, not when it was planned', async () => {
      await comment('Read while the mail server refused')
      const refusing = node(async () => {
        throw new MailFailure('451 try again later', { isRefused: true })
      })
      await refusing.resume()
      await people().editor.send('POST', '/api/canvas/notifications/read', { all: true })
      wait(minutes(11))
      const { resume, sent } = open()
      await resume()
      expect([sent, await statuses()]).toEqual([[], ['empty']])
    })

    describe('by a process that is killed', () => {
      class Killed extends Error {}

      /** A store and a mail server whose process ends at the given step: from then on nothing of it happens. */
      const killedAt = (step: number) => {
        let steps = 0
        let isDead = false
        const mails: MailMessage[] = []
        const passing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
          if (isDead) throw new Killed()
          isDead = steps++ === step
          if (isDead) throw new Killed()
          const result = await work()
          isDead ||= steps++ === step
          if (isDead) throw new Killed()
          return result
        }
        const store = new Proxy(createDigestsStore(app.service.database), {
          get: (target, name: keyof DigestsStore) => {
            const value = target[name]
            return typeof value === 'function'
              ? (...args: unknown[]) =>
                  passing(async (): Promise<unknown> => Reflect.apply(value as never, target, args))
              : value
          },
        })
        const send = (message: MailMessage) =>
          passing(async () => {
            mails.push(message)
          })
        return { ...node(send, store), mails, reached: () => steps > step }
      }

      it('at any step: no period has two mails, and no notification is lost [DIGEST-13]', async () => {
        const { editor } = people()
        let step = 0
        for (let isOver = false; !isOver; step++) {
          await app.sql('DELETE FROM digests')
          clock = start
          await app.sql('UPDATE digest_settings SET next_at = $1, next_day = $2', [start, `kill ${step}`])
          const killed = killedAt(step)
          await comment(`Kept through kill ${step}.`)
          await killed.resume().catch(() => undefined)
          isOver = !killed.reached()
          const { resume, sent } = open()
          await resume()
          // The lease of the process that ended.
          wait(minutes(6))
          await resume()
          wait(minutes(6))
          await resume()
          const ofPeriod = [...killed.mails, ...sent]
          expect(ofPeriod.length).toBeLessThanOrEqual(1)
          const beforeNext = sent.length
          await nextDay()
          await resume()
          const all = [...killed.mails, ...sent]
          expect([step, all.some(({ text }) => text.includes(`Kept through kill ${step}.`))]).toEqual([step, true])
          // Told twice only where the process ended while the mail server was asked.
          expect(sent.slice(beforeNext).length).toBeLessThanOrEqual(1)
          await editor.send('POST', '/api/canvas/notifications/read', { all: true })
        }
        expect(step).toBeGreaterThan(15)
      })
    })
  },
  { env: { DIGESTS: 'off' } },
)
