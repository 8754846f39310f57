import { deals, login, me } from '@deal-canvas/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { createClient } from './client.ts'
import { type Answer, playService, refused } from './testing/service.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const given = async (answer: Answer) => {
  const service = await playService(answer)
  stops.push(service.stop)
  return { service, client: createClient({ baseUrl: service.baseUrl, apiKey: 'dck_key' }) }
}

describe('a client with an API key', () => {
  test('sends the key with every call that needs a caller, and no other', async () => {
    const { client, service } = await given(() => ({ json: {} }))
    await client.call(deals)
    await client.call(login, { body: { email: 'a@example.com', password: 'x' } })
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer dck_key', undefined])
  })

  test('reports a rejected key at once, without trying to refresh a session', async () => {
    const { client, service } = await given(() => refused(401, 'api_key_invalid'))
    await expect(client.call(me)).rejects.toMatchObject({ status: 401, code: 'api_key_invalid' })
    expect(service.received).toHaveLength(1)
  })

  test('does not sign in or out', async () => {
    const { client, service } = await given(() => ({ json: {} }))
    await expect(client.signIn('a@example.com', 'x')).rejects.toThrow(TypeError)
    await expect(client.restore()).rejects.toThrow(TypeError)
    await expect(client.signOut()).rejects.toThrow(TypeError)
    expect(service.received).toEqual([])
  })
})
