import {
  changePassword,
  type EventOf,
  endSession,
  me,
  notificationStream,
  patchMe,
  sessions,
} from '@deal-canvas/contract'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'
import { type Answer, playAccounts, playService, type Reply, refused } from './testing/service.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) await stop()
})

const given = async (answer: Answer) => {
  const service = await playService(answer)
  stops.push(service.stop)
  const onSignedOut = vi.fn()
  return { service, onSignedOut, client: createClient({ baseUrl: service.baseUrl, onSignedOut }) }
}

const signedIn = async () => {
  const accounts = playAccounts()
  const play = await given(accounts.answer)
  await play.client.signIn('maya@example.com', 'a password')
  return { ...play, ...accounts }
}

const always = (reply: Reply) => given(() => reply)

describe('client calls', () => {
  test('sends the bearer token, the encoded path, the query, the JSON body and the idempotency key', async () => {
    const { client, service } = await signedIn()
    await client.call(endSession, { params: { session_id: 'a/b c' } })
    await client.call(sessions, { query: { limit: 5 } })
    await client.call(patchMe, { body: { first_name: null } })
    await client.call(changePassword, { body: { new_password: 'x' }, idempotencyKey: 'k1' })
    expect(service.received.slice(1)).toMatchObject([
      { method: 'DELETE', url: '/api/auth/sessions/a%2Fb%20c', headers: { authorization: 'Bearer t1' }, body: '' },
      { method: 'GET', url: '/api/auth/sessions?limit=5' },
      { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"first_name":null}' },
      { method: 'POST', headers: { 'idempotency-key': 'k1' }, body: '{"new_password":"x"}' },
    ])
  })

  test('returns undefined for a response without a body', async () => {
    const { client } = await always({ status: 204 })
    expect(await client.call(endSession, { params: { session_id: 's' } })).toBeUndefined()
  })

  test('does not send the access token to public operations', async () => {
    const { client, service } = await signedIn()
    await client.signIn('maya@example.com', 'a password')
    expect(service.received[1]?.headers.authorization).toBeUndefined()
  })

  test('rejects an aborted call with the abort reason, not as a network failure', async () => {
    const { client } = await given(() => new Promise(() => {}))
    const giveUp = new AbortController()
    const call = client.call(me, { signal: giveUp.signal })
    giveUp.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('client streams', () => {
  test('yields the events listed in the contract with their data and skips others', async () => {
    const { answer } = playAccounts()
    const sent = 'event: unread\ndata: {"unread_count":2}\n\nevent: toString\ndata: {}\n\nevent: later\ndata: {}\n\n'
    const { client } = await given((request) =>
      request.url === notificationStream.path
        ? { status: 200, headers: { 'content-type': 'text/event-stream' }, text: sent }
        : answer(request),
    )
    await client.signIn('maya@example.com', 'a password')
    const heard: EventOf<typeof notificationStream>[] = []
    for await (const event of client.stream(notificationStream)) heard.push(event)
    expect(heard).toEqual([{ event: 'unread', data: { unread_count: 2 }, id: undefined }])
  })

  test('types stream events by their names', () => {
    type Unread = Extract<EventOf<typeof notificationStream>, { event: 'unread' }>
    expectTypeOf<EventOf<typeof notificationStream>['event']>().toEqualTypeOf<'notification' | 'unread'>()
    expectTypeOf<Unread['data']>().toEqualTypeOf<{ unread_count: number }>()
    expectTypeOf<EventOf<typeof me>>().toBeNever()
  })
})

describe('error responses', () => {
  test('exposes the status, code, message and request id of an error response', async () => {
    const { client } = await always({ status: 500, json: { detail: 'Broken', code: 'internal', request_id: 'r1' } })
    await expect(client.call(me)).rejects.toMatchObject({
      status: 500,
      code: 'internal',
      detail: 'Broken',
      requestId: 'r1',
    })
  })

  test('exposes the further fields of the error body', async () => {
    const json = {
      detail: 'A blocker is open',
      code: 'blockers_open',
      blockers_open: 1,
      blockers: [{ comment_id: 'c' }],
    }
    const { client } = await always({ status: 409, json })
    await expect(client.call(me)).rejects.toMatchObject({
      fields: { blockers_open: 1, blockers: [{ comment_id: 'c' }] },
    })
  })

  test('reads Retry-After given in seconds or as a date', async () => {
    const { client } = await always(refused(429, 'rate_limited', { 'retry-after': '90' }))
    await expect(client.call(me)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 90 })
    const past = await always(refused(503, 'shutting_down', { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }))
    await expect(past.client.call(me)).rejects.toMatchObject({ retryAfter: 0 })
  })

  test('exposes what is wrong with each field of a validation failure', async () => {
    const detail = [
      {
        type: 'value_error',
        loc: ['body', 'new_password'],
        msg: 'Value error, Choose a less common password',
        input: null,
      },
      { type: 'string_type', loc: ['body', 'mail', 0, 'to'], msg: 'Input should be a valid string', input: 1 },
    ]
    const { client } = await always({ status: 422, json: { detail } })
    const error = await client.call(me).catch((reason: unknown) => reason)
    const about = (...path: (string | number)[]) => error instanceof ApiError && error.about(...path)
    expect(error).toMatchObject({ status: 422, code: 'validation', failures: detail })
    expect(about('new_password')).toBe('Choose a less common password')
    expect(about('mail', 0, 'to')).toBe('Input should be a valid string')
    expect(about('mail')).toBeUndefined()
  })

  test('reports an HTML page instead of JSON as an unreadable answer, whatever its status', async () => {
    const ok = await always({ text: '<html>Welcome to the hotel</html>' })
    await expect(ok.client.call(me)).rejects.toMatchObject({ status: 200, code: 'unreadable_answer' })
    const bad = await always({ status: 502, text: '<html>Bad gateway</html>' })
    await expect(bad.client.call(me)).rejects.toMatchObject({ status: 502, code: 'unreadable_answer' })
  })

  test('reports an unreachable service as a network failure with status 0', async () => {
    const { client, service } = await always({})
    await service.stop()
    await expect(client.call(me)).rejects.toMatchObject({ name: 'ApiError', status: 0, code: 'network' })
  })
})

describe('expired access token', () => {
  test('renews an expired access token once for twenty parallel calls and repeats each call', async () => {
    const { client, service, state } = await signedIn()
    state.good = 'none'
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.call(me)))
    expect(answers).toHaveLength(20)
    expect(service.count('/api/auth/refresh')).toBe(1)
    expect(service.count('/api/auth/me')).toBe(40)
  })

  test('does not renew the token again for a call rejected after the renewal', async () => {
    const accounts = playAccounts()
    let releaseSlow = () => {}
    const slow = new Promise<void>((release) => {
      releaseSlow = release
    })
    const { client, service } = await given(async (request) => {
      const reply = accounts.answer(request)
      if (request.url.startsWith('/api/auth/sessions') && request.headers.authorization === 'Bearer t1') await slow
      return reply
    })
    await client.signIn('maya@example.com', 'a password')
    accounts.state.good = 'none'
    const late = client.call(sessions)
    await client.call(me)
    releaseSlow()
    await late
    expect(service.count('/api/auth/refresh')).toBe(1)
  })

  test('does not repeat a call a third time if it is rejected again after the renewal', async () => {
    const accounts = playAccounts()
    const { client, service, onSignedOut } = await given((request) =>
      request.url === '/api/auth/me' ? refused(401, 'token_expired') : accounts.answer(request),
    )
    await client.signIn('maya@example.com', 'a password')
    await expect(client.call(me)).rejects.toMatchObject({ code: 'token_expired' })
    expect(service.count('/api/auth/me')).toBe(2)
    expect(service.count('/api/auth/refresh')).toBe(1)
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  test('signs out once when the renewal is rejected, and later calls do not try to renew', async () => {
    const { client, service, state, onSignedOut } = await signedIn()
    state.good = 'none'
    state.refresh = () => refused(401, 'refresh_invalid')
    const outcomes = await Promise.allSettled([client.call(me), client.call(me), client.call(me)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(onSignedOut).toHaveBeenCalledTimes(1)
    await expect(client.call(me)).rejects.toMatchObject({ status: 401 })
    expect(service.count('/api/auth/refresh')).toBe(1)
    expect(service.received.at(-1)?.headers.authorization).toBeUndefined()
  })

  test.each([
    [500, 'internal'],
    [503, 'store_unavailable'],
    [429, 'rate_limited'],
  ])('keeps the user signed in when the renewal returns %i, and renews on a later call', async (status, code) => {
    const { client, state, onSignedOut } = await signedIn()
    state.good = 'none'
    state.refresh = () => refused(status, code)
    await expect(client.call(me)).rejects.toMatchObject({ code })
    expect(onSignedOut).not.toHaveBeenCalled()
    state.refresh = () => undefined
    expect(await client.call(me)).toMatchObject({ display_name: 'Maya Okafor' })
  })

  test('signs out and repeats nothing when the renewal returns another user', async () => {
    const { client, service, state, issue, onSignedOut } = await signedIn()
    state.good = 'none'
    state.refresh = () => issue('u2')
    await expect(client.call(me)).rejects.toMatchObject({ code: 'token_expired' })
    expect(onSignedOut).toHaveBeenCalledTimes(1)
    expect(service.count('/api/auth/me')).toBe(1)
  })

  test('reports a wrong current password as such, not as an expired token', async () => {
    const accounts = playAccounts()
    const { client, service } = await given((request) =>
      request.url === '/api/auth/password' ? refused(401, 'invalid_credentials') : accounts.answer(request),
    )
    await client.signIn('maya@example.com', 'a password')
    const body = { current_password: 'no', new_password: 'x' }
    await expect(client.call(changePassword, { body })).rejects.toMatchObject({ code: 'invalid_credentials' })
    expect(service.count('/api/auth/refresh')).toBe(0)
  })
})

describe('access token close to expiry', () => {
  const fortySixMinutesLater = () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 46 * 60_000 })
  }

  test('renews the access token on the next call within its last 15 minutes, and not before', async () => {
    const { client, service } = await signedIn()
    await client.call(me)
    expect(service.count('/api/auth/refresh')).toBe(0)
    fortySixMinutesLater()
    await Promise.all([client.call(me), client.call(me)])
    await client.call(me)
    expect(service.count('/api/auth/refresh')).toBe(1)
    expect(service.received.at(-1)?.headers.authorization).toBe('Bearer t2')
  })

  test('keeps using a valid token when the renewal fails, without retrying it at every call', async () => {
    const { client, service, state } = await signedIn()
    state.refresh = () => refused(503, 'store_unavailable')
    fortySixMinutesLater()
    await client.call(me)
    await client.call(me)
    expect(service.count('/api/auth/refresh')).toBe(1)
    expect(service.received.at(-1)?.headers.authorization).toBe('Bearer t1')
  })
})

describe('session restore', () => {
  test('restores the session of the refresh cookie', async () => {
    const { client } = await given(playAccounts().answer)
    expect(await client.restore()).toMatchObject({ user: { display_name: 'Maya Okafor' } })
    expect(await client.call(me)).toMatchObject({ display_name: 'Maya Okafor' })
  })

  test('returns undefined without a valid cookie and does not report an ended session', async () => {
    const { client, onSignedOut } = await always(refused(401, 'refresh_invalid'))
    expect(await client.restore()).toBeUndefined()
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  test('rejects the restore when the service is unreachable, because the session state is unknown', async () => {
    const { client, service } = await always({})
    await service.stop()
    await expect(client.restore()).rejects.toMatchObject({ code: 'network' })
  })
})

describe('sign-out', () => {
  test('ends the session at the service and discards the token', async () => {
    const { client, service, onSignedOut } = await signedIn()
    await client.signOut()
    expect(service.count('/api/auth/logout')).toBe(1)
    await expect(client.call(me)).rejects.toMatchObject({ status: 401 })
    expect(service.received.at(-1)?.headers.authorization).toBeUndefined()
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  test('succeeds in signing out of a session that has already ended', async () => {
    const { client, state } = await signedIn()
    state.good = 'none'
    state.refresh = () => refused(401, 'refresh_invalid')
    await client.signOut()
  })

  test('fails to sign out when the service is unreachable, and keeps the user signed in', async () => {
    const { client, service, onSignedOut } = await signedIn()
    await service.stop()
    await expect(client.signOut()).rejects.toMatchObject({ code: 'network' })
    expect(onSignedOut).not.toHaveBeenCalled()
  })

  test('does not restore the session when a renewal completes after signing out', async () => {
    const accounts = playAccounts()
    let releaseRefresh = () => {}
    const held = new Promise<void>((release) => {
      releaseRefresh = release
    })
    const { client, service } = await given(async (request) => {
      if (request.url === '/api/auth/refresh') await held
      if (request.url === '/api/auth/logout') return { status: 204 }
      return accounts.answer(request)
    })
    await client.signIn('maya@example.com', 'a password')
    accounts.state.good = 'none'
    const call = client.call(me)
    await vi.waitFor(() => expect(service.count('/api/auth/refresh')).toBe(1))
    await client.signOut()
    releaseRefresh()
    await expect(call).rejects.toMatchObject({ code: 'token_expired' })
    await expect(client.call(me)).rejects.toMatchObject({ status: 401 })
    expect(service.received.at(-1)?.headers.authorization).toBeUndefined()
  })
})
