import { type Operation, searchEvidence, showDeal } from '@deal-canvas/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createRequestGate } from './request-gate.ts'

const given = () => {
  const gate = createRequestGate({
    tenantOf: async (userId) => (userId.startsWith('victim') ? 'victims' : 'attackers'),
    store: 'server',
  })
  const inside: string[] = []
  const ends: (() => void)[] = []
  const sent: Promise<void>[] = []
  const leaving = new AbortController()
  // Aborts waiting requests, so that none is rejected half a minute after its test has ended.
  onTestFinished(async () => {
    leaving.abort(new Error('The client left'))
    for (const end of ends) end()
    await Promise.allSettled(sent)
  })
  const settle = async () => {
    for (let n = 0; n < 10; n++) await Promise.resolve()
  }
  const begin = async (userId: string, operation?: Operation): Promise<void> => {
    const party = await gate.partyOf(userId)
    const work = async () => {
      inside.push(userId)
      await new Promise<void>((resolve) => ends.push(resolve))
    }
    const { signal } = leaving
    return gate.run(party, work, operation === undefined ? { signal } : { operation, signal })
  }
  const send = (userId: string, operation?: Operation): Promise<void> => {
    const answer = begin(userId, operation)
    sent.push(answer)
    answer.catch(() => undefined)
    return answer
  }
  return { gate, inside, ends, settle, send }
}

describe('request gate', () => {
  it('admits another organization immediately, however many requests twenty accounts of one send', async () => {
    const { inside, send, settle } = given()
    for (let n = 0; n < 400; n++) void send(`attacker ${n % 20}`)
    await settle()
    expect(inside).toHaveLength(8)
    void send('victim')
    await settle()
    expect(inside.at(-1)).toBe('victim')
  })

  it('alternates between the accounts of one organization', async () => {
    const { inside, ends, send, settle } = given()
    for (let n = 0; n < 100; n++) void send('attacker 1')
    await settle()
    expect(inside).toHaveLength(6)
    void send('attacker 2')
    await settle()
    expect(inside.at(-1)).toBe('attacker 2')
    ends[0]?.()
    await settle()
    expect(inside).toHaveLength(8)
  })

  it('limits concurrent heavy operations of an organization without delaying other requests', async () => {
    const { inside, send, settle } = given()
    for (let n = 0; n < 40; n++) void send(`attacker ${n % 20}`, searchEvidence)
    await settle()
    expect(inside).toHaveLength(2)
    void send('victim', searchEvidence)
    void send('attacker 1', showDeal)
    await settle()
    expect(inside.slice(2)).toEqual(['victim', 'attacker 1'])
  })

  it('makes an organization give up slots for another that calls a different operation', async () => {
    const { inside, ends, send, settle } = given()
    for (let n = 0; n < 40; n++) void send(`attacker ${n % 20}`, searchEvidence)
    await settle()
    expect(inside).toHaveLength(2)
    void send('victim', showDeal)
    await settle()
    // Neither slot is reused at once: only one is left for this organization, and it has to rest first.
    ends[0]?.()
    ends[1]?.()
    await settle()
    expect(inside).toEqual([expect.stringMatching('attacker'), expect.stringMatching('attacker'), 'victim'])
  })

  it('rejects a user whose requests fill the queue, with Retry-After', async () => {
    const { send, settle } = given()
    const answers = Array.from({ length: 6 + 256 + 1 }, () => send('attacker 1'))
    await expect(answers.at(-1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
    await settle()
  })

  it('limits how many requests of a kind a user has under way, releasing each only once', () => {
    const { gate } = given()
    const back = Array.from({ length: 4 }, () => gate.takeAtOnce('cells', 'person'))
    expect(() => gate.takeAtOnce('cells', 'person')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
    gate.takeAtOnce('content', 'person')
    gate.takeAtOnce('cells', 'another person')
    back[0]?.()
    back[0]?.()
    gate.takeAtOnce('cells', 'person')
    expect(() => gate.takeAtOnce('cells', 'person')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
  })

  it('separates unauthenticated callers by network and operation', () => {
    const { gate } = given()
    expect(gate.strangerFrom('2001:db8::1', 'login')).toEqual(gate.strangerFrom('2001:db8::2', 'login'))
    expect(gate.strangerFrom('192.0.2.1', 'login')).not.toEqual(gate.strangerFrom('192.0.2.1', 'refresh'))
  })
})
