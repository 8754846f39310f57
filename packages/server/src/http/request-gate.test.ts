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
  // Whoever still waits leaves, so that no test ends with requests that are refused half a minute later.
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

describe('the gate of requests', () => {
  it('lets another organization in at once, whatever twenty accounts of one send', async () => {
    const { inside, send, settle } = given()
    for (let n = 0; n < 400; n++) void send(`attacker ${n % 20}`)
    await settle()
    expect(inside).toHaveLength(8)
    void send('victim')
    await settle()
    expect(inside.at(-1)).toBe('victim')
  })

  it('goes round the accounts of one organization', async () => {
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

  it('has few of the heavy operations of one organization under way, and none of them holds up the others', async () => {
    const { inside, send, settle } = given()
    for (let n = 0; n < 40; n++) void send(`attacker ${n % 20}`, searchEvidence)
    await settle()
    expect(inside).toHaveLength(2)
    void send('victim', searchEvidence)
    void send('attacker 1', showDeal)
    await settle()
    expect(inside.slice(2)).toEqual(['victim', 'attacker 1'])
  })

  it('has an organization make room for another that calls something else', async () => {
    const { inside, ends, send, settle } = given()
    for (let n = 0; n < 40; n++) void send(`attacker ${n % 20}`, searchEvidence)
    await settle()
    expect(inside).toHaveLength(2)
    void send('victim', showDeal)
    await settle()
    // Neither of both places is taken again at once: there is one for them now, and it rests.
    ends[0]?.()
    ends[1]?.()
    await settle()
    expect(inside).toEqual([expect.stringMatching('attacker'), expect.stringMatching('attacker'), 'victim'])
  })

  it('refuses a person whose requests fill the queue, and says when to come back', async () => {
    const { send, settle } = given()
    const answers = Array.from({ length: 6 + 256 + 1 }, () => send('attacker 1'))
    await expect(answers.at(-1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
    await settle()
  })

  it('counts how many of a kind a person has under way, until each is given back once', () => {
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

  it('tells strangers apart by network and by what they want', () => {
    const { gate } = given()
    expect(gate.strangerFrom('2001:db8::1', 'login')).toEqual(gate.strangerFrom('2001:db8::2', 'login'))
    expect(gate.strangerFrom('192.0.2.1', 'login')).not.toEqual(gate.strangerFrom('192.0.2.1', 'refresh'))
  })
})
