import { beforeEach, expect, it, vi } from 'vitest'
import { minutes } from '../../../platform/clock.ts'
import { addPasskeyOf, logIn, proveAt } from '../../../testing/factors.ts'
import { forgetLimits } from '../../../testing/planting.ts'
import { register } from '../../../testing/registering.ts'
import { expectRefusal, onService, type Person, someIp } from '../../../testing/service.ts'
import { createSoftwarePasskey } from '../../../testing/software-passkey.ts'

onService('passkeys', (app) => {
  beforeEach(() => forgetLimits(app))

  const begin = async () => (await app.send('POST', '/api/auth/passkey/options', { ip: someIp() })).body
  const enter = (challenge: string, passkey: unknown) =>
    app.send('POST', '/api/auth/passkey', { body: { challenge, passkey }, ip: someIp() })
  const registration = async (person: Person) => (await person.send('POST', '/api/auth/passkeys/options')).body

  it('signs in with a passkey alone, which counts as both factors [FACTOR-13]', async () => {
    const person = await register(app)
    const { authenticator, recovery_codes } = await addPasskeyOf(person)
    expect(recovery_codes).toHaveLength(10)
    const { challenge, options } = await begin()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    const { status, body } = await enter(challenge, authenticator.use(options))
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ id: person.userId, email: person.email, provider: 'passkey' })
    const sessions = await app.send('GET', '/api/auth/sessions', { token: body.access_token })
    expect(sessions.body.sessions[0].provider).toBe('passkey')
    // It counts as confirmed for what asks for it.
    expect((await app.send('POST', '/api/auth/recovery-codes', { token: body.access_token })).status).toBe(200)
  })

  it('proves the second factor after a password with a passkey', async () => {
    const person = await register(app)
    const { authenticator } = await addPasskeyOf(person)
    const asked = (await logIn(app, person.email)).body
    expect(asked.methods).toEqual(['passkey', 'recovery_code'])
    expect(asked.passkey_options.allowCredentials).toEqual([
      { id: authenticator.id, transports: ['internal'], type: 'public-key' },
    ])
    const passkey = authenticator.use(asked.passkey_options)
    const { status, body } = await proveAt(app, { challenge: asked.challenge, passkey })
    expect([status, body.user?.provider]).toEqual([200, 'password'])
  })

  it('accepts the challenge of a passkey once and for five minutes [FACTOR-14]', async () => {
    const person = await register(app)
    const { authenticator } = await addPasskeyOf(person)
    const { challenge, options } = await begin()
    const passkey = authenticator.use(options)
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(challenge, passkey)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expectRefusal(await enter(challenge, passkey), 401, 'challenge_invalid')
    const late = await begin()
    app.advance(minutes(5))
    expectRefusal(await enter(late.challenge, authenticator.use(late.options)), 401, 'challenge_invalid')
  })

  it('rejects a passkey of another site or challenge, a copied one, and one that did not verify its user [FACTOR-15]', async () => {
    const person = await register(app)
    const { authenticator } = await addPasskeyOf(person)
    const wrong = [{ origin: 'https://deals.example.net' }, { rpId: 'example.net' }, { verifiesUser: false }]
    for (const options of wrong) {
      const asked = await begin()
      const answer = await enter(asked.challenge, authenticator.use(asked.options, options))
      expectRefusal(answer, 401, 'second_factor_invalid')
    }
    const other = await begin()
    const asked = await begin()
    expectRefusal(await enter(asked.challenge, authenticator.use(other.options)), 401, 'second_factor_invalid')
    const used = await begin()
    expect((await enter(used.challenge, authenticator.use(used.options))).status).toBe(200)
    authenticator.rewind(0)
    const copied = await begin()
    expectRefusal(await enter(copied.challenge, authenticator.use(copied.options)), 401, 'second_factor_invalid')
    const unknown = await begin()
    const stranger = createSoftwarePasskey()
    expectRefusal(await enter(unknown.challenge, stranger.use(unknown.options)), 401, 'second_factor_invalid')
  })

  it('does not sign in with a removed passkey, and asks for nothing when it was the last factor', async () => {
    const person = await register(app)
    const { authenticator, passkey } = await addPasskeyOf(person)
    const path = `/api/auth/passkeys/${passkey.id}`
    expectRefusal(await person.send('DELETE', path), 428, 'if_match_required')
    expectRefusal(await person.send('DELETE', path, undefined, { 'if-match': '"7"' }), 409, 'stale_version')
    expect((await person.send('DELETE', path, undefined, { 'if-match': '"1"' })).status).toBe(204)
    const { challenge, options } = await begin()
    expectRefusal(await enter(challenge, authenticator.use(options)), 401, 'second_factor_invalid')
    expect((await logIn(app, person.email)).status).toBe(200)
  })

  it('renames a passkey for its owner only', async () => {
    const person = await register(app)
    const { passkey } = await addPasskeyOf(person)
    const rename = (whose: Person, name: string) =>
      whose.send('PATCH', `/api/auth/passkeys/${passkey.id}`, { name }, { 'if-match': '"1"' })
    expectRefusal(await rename(await register(app), 'Mine'), 404, 'passkey_not_found')
    expect((await rename(person, ' ')).status).toBe(422)
    expect((await rename(person, 'Desk')).body).toMatchObject({ name: 'Desk', version: 2 })
    const { passkeys } = (await person.get('/api/auth/second-factors')).body
    expect(passkeys).toEqual([expect.objectContaining({ name: 'Desk', last_used_at: null })])
  })

  it('registers a passkey only for the session that asked for it, and only once', async () => {
    const person = await register(app)
    const authenticator = createSoftwarePasskey()
    const add = (whose: Person, challenge: string, passkey: unknown) =>
      whose.send('POST', '/api/auth/passkeys', { challenge, name: 'Laptop', passkey })
    const asked = await registration(person)
    const other = await register(app)
    expectRefusal(await add(other, asked.challenge, authenticator.register(asked.options)), 401, 'challenge_invalid')
    const foreign = await registration(person)
    const forged = authenticator.register(foreign.options, { origin: 'https://deals.example.net' })
    expectRefusal(await add(person, foreign.challenge, forged), 400, 'passkey_invalid')
    const good = await registration(person)
    expect((await add(person, good.challenge, authenticator.register(good.options))).status).toBe(201)
    const again = await registration(person)
    expect(again.options.excludeCredentials).toEqual([expect.objectContaining({ id: authenticator.id })])
    expectRefusal(await add(person, again.challenge, authenticator.register(again.options)), 409, 'passkey_exists')
  })

  it('rejects a registration with certificates, and calls no address that one names [FACTOR-16]', async () => {
    const person = await register(app)
    const called = vi.spyOn(globalThis, 'fetch')
    const asked = await registration(person)
    const statement = new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(64)],
      ['x5c', [new Uint8Array(300)]],
    ])
    const passkey = createSoftwarePasskey().register(asked.options, { format: 'packed', statement })
    const answer = await person.send('POST', '/api/auth/passkeys', { challenge: asked.challenge, name: 'Key', passkey })
    expectRefusal(answer, 400, 'passkey_invalid')
    expect(called).not.toHaveBeenCalled()
    called.mockRestore()
  })
})
