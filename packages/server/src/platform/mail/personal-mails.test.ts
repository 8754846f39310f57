import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/mails.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { onService, type Person } from '../../testing/service.ts'
import { days, later, minutes } from '../clock.ts'
import { createDatabaseLimits } from '../limits/database-limits.ts'
import { createSealing } from '../sealed.ts'
import { createHeldMailsStore } from './held-mails.store.ts'
import type { MailMessage } from './mail.ts'
import { createPersonalMails } from './personal-mails.ts'

describe('sealed text', () => {
  it('opens sealed text with the secrets it was sealed with and no others', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const sealed = createSealing(['one'], 'a').seal(text)
        expect(createSealing(['two', 'one'], 'a').open(sealed)).toBe(text)
        expect(createSealing(['two'], 'a').open(sealed)).toBeUndefined()
        expect(createSealing(['one'], 'b').open(sealed)).toBeUndefined()
        expect(createSealing(['one'], 'a').open(text)).toBeUndefined()
      }),
    )
  })
})

onService('mails caused by users', (app) => {
  let sender: Person
  beforeAll(async () => {
    sender = await app.signIn('owner')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql('DELETE FROM held_mails')
  })

  /** A separate node next to the service, whose mail server the test controls. */
  const openNode = (send: (message: MailMessage) => Promise<void>, now = () => new Date()) => {
    const { database } = app.service
    const errors: unknown[] = []
    const mails = createPersonalMails({
      mail: { send, forget: async () => {}, close: async () => {} },
      store: createHeldMailsStore(database),
      database,
      limits: createDatabaseLimits(database),
      sealing: createSealing(['a-secret'], 'held mails'),
      now,
      onError: (error) => errors.push(error),
    })
    const write = (to: string, subject: string, senderId = sender.userId): void =>
      mails.send({ senderId, to, subject, lines: [subject], link: `https://example.com/${subject}` })
    return { ...mails, write, errors }
  }
  const open = (now?: () => Date) => {
    const sent: MailMessage[] = []
    const node = openNode(async (message) => {
      sent.push(message)
    }, now)
    return { ...node, sent }
  }
  const someone = (): string => `${randomUUID()}@example.com`
  const subjects = (count: number): string[] => Array.from({ length: count }, (_, index) => `message-${index}-`)
  const inTenMinutes = () => later(new Date(), minutes(11))
  const heldCount = async (): Promise<number> => (await app.sql('SELECT id FROM held_mails')).length

  it('sends up to five mails a minute from one sender to one recipient immediately, then holds them', async () => {
    const { write, close, sent } = open()
    const [to, other] = [someone(), someone()]
    for (const subject of subjects(9)) write(to, subject)
    write(other, 'elsewhere')
    await close()
    expect(sent.filter((mail) => mail.to === to)).toHaveLength(5)
    expect(sent.filter((mail) => mail.to === other)).toHaveLength(1)
    expect(await heldCount()).toBe(4)
  })

  it('holds mails beyond twenty an hour for one recipient, whoever sends them', async () => {
    const { write, close, sent } = open()
    const to = someone()
    const senders = (await app.sql<{ id: string }>('SELECT id FROM users LIMIT 6')).map(({ id }) => id)
    for (const id of senders) for (const subject of subjects(4)) write(to, subject, id)
    await close()
    expect([sent.length, await heldCount()]).toEqual([20, senders.length * 4 - 20])
  })

  it('holds mails beyond thirty a minute from one sender, whoever receives them', async () => {
    const { write, close, sent } = open()
    for (const subject of subjects(33)) write(someone(), subject)
    await close()
    expect([sent.length, await heldCount()]).toEqual([30, 3])
  })

  it('sends held mails as one digest that names each once, ten minutes after the first was held', async () => {
    const to = someone()
    const { write, close, deliver, sent } = open()
    const wanted = subjects(12)
    for (const subject of wanted) write(to, subject)
    await close()
    await deliver()
    expect(sent).toHaveLength(5)
    const node = open(inTenMinutes)
    await node.deliver()
    await node.deliver()
    expect(node.sent.map(({ subject }) => subject)).toEqual(['7 messages for you in Deal Canvas'])
    for (const subject of wanted) {
      const named = [...sent, ...node.sent].filter(({ text }) => text.includes(subject))
      expect(named).toHaveLength(1)
    }
    expect(await heldCount()).toBe(0)
  })

  it('delivers each held mail exactly once when two nodes deliver at the same time', async () => {
    const to = someone()
    const { write, close, sent } = open()
    const wanted = subjects(12)
    for (const subject of wanted) write(to, subject)
    await close()
    const nodes = [open(inTenMinutes), open(inTenMinutes)]
    await Promise.all(nodes.map(({ deliver }) => deliver()))
    const digests = nodes.flatMap((node) => node.sent)
    expect(digests).toHaveLength(1)
    expect(digests[0]?.subject).toBe('7 messages for you in Deal Canvas')
    const said = [...sent, ...digests].map(({ text }) => text).join('\n')
    for (const subject of wanted) expect(said).toContain(subject)
  })

  it('holds mails while the mail server fails, resends them under the same id, and delays nobody else', async () => {
    const [bad, good] = [someone(), someone()]
    const { write, close } = open()
    for (const to of [bad, good]) for (const subject of subjects(6)) write(to, subject)
    await close()
    const tried: (string | undefined)[] = []
    const failing = openNode(async ({ id, to }) => {
      if (to === bad) {
        tried.push(id)
        throw new Error('no such mailbox')
      }
    }, inTenMinutes)
    await failing.deliver()
    expect(failing.errors).toHaveLength(1)
    expect(await app.sql('SELECT DISTINCT recipient FROM held_mails')).toEqual([{ recipient: bad }])
    const working = open(inTenMinutes)
    await working.deliver()
    expect(working.sent.map(({ id, to }) => [id, to])).toEqual([[tried[0], bad]])
    expect(await heldCount()).toBe(0)
  })

  it('gives up and reports held mails that could not be sent for three days', async () => {
    const { write, close } = open()
    const to = someone()
    for (const subject of subjects(6)) write(to, subject)
    await close()
    const node = open(() => later(new Date(), days(3) + minutes(1)))
    await node.deliver()
    expect([node.sent.length, node.errors.length, await heldCount()]).toEqual([0, 1, 0])
  })

  it('stores held mails so that neither names nor links are readable in the database', async () => {
    const to = someone()
    const { write, close } = open()
    for (const subject of subjects(6)) write(to, subject)
    await close()
    expect(JSON.stringify(await app.sql('SELECT * FROM held_mails'))).not.toContain('message-')
  })

  it('sends a held invitation whose link works from the digest', async () => {
    const to = someone()
    const [org] = (await sender.get('/api/orgs')).body.orgs
    for (let n = 0; n < 6; n++) {
      const { status } = await sender.send('POST', `/api/orgs/${org.id}/invitations`, { email: to })
      expect(status).toBe(201)
    }
    await expect.poll(() => heldCount()).toBe(1)
    app.advance(minutes(11))
    await app.service.personalMails.deliver()
    const [digest] = (await mailsTo(app, to)).filter(({ subject }) => subject === 'A message for you in Deal Canvas')
    const token = /#token=([\w-]+)/.exec(digest?.text ?? '')?.[1] ?? ''
    const body = { invite_code: token, email: to, password: 'a-password-of-mine', display_name: 'Ada Lovelace' }
    expect((await app.send('POST', '/api/auth/register', { body })).status).toBe(201)
  })
})
