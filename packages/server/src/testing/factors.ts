import { afterAll, beforeAll, expect, vi } from 'vitest'
import { decodeBase32 } from '../features/auth/second-factors/base32.ts'
import { codeOfStep, stepAt } from '../features/auth/second-factors/totp.ts'
import { goodPassword, register } from './registering.ts'
import { type Answer, type Person, someIp, type TestService } from './service.ts'
import { createSoftwarePasskey } from './software-passkey.ts'

/** Stops the clock, which then only `advance` moves: a code must not expire while a test is slow. */
export const stopClock = (app: TestService) => {
  let ahead = 0
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterAll(() => void vi.useRealTimers())
  return {
    advance: (ms: number): void => {
      app.advance(ms)
      ahead += ms
    },
    time: () => new Date(Date.now() + ahead),
  }
}

/** The code of an authenticator app, by default now; with steps, that of an earlier or later half minute. */
export const codeOf = (secret: string, steps: number, time: Date): string =>
  codeOfStep(decodeBase32(secret), stepAt(time) + steps)

/** Sets up an authenticator app; returns its secret and the recovery codes. */
export const addApp = async (person: Person, time: Date): Promise<{ secret: string; codes: string[] }> => {
  const { secret } = (await person.send('POST', '/api/auth/totp')).body
  const { status, body } = await person.send('POST', '/api/auth/totp/confirm', { code: codeOf(secret, -1, time) })
  expect(status).toBe(200)
  return { secret, codes: body.recovery_codes }
}

/** Registers a passkey in software. */
export const addPasskeyOf = async (person: Person, name = 'Laptop') => {
  const authenticator = createSoftwarePasskey()
  const { challenge, options } = (await person.send('POST', '/api/auth/passkeys/options')).body
  const answer = await person.send('POST', '/api/auth/passkeys', {
    challenge,
    name,
    passkey: authenticator.register(options),
  })
  expect(answer.status).toBe(201)
  return { authenticator, ...answer.body }
}

export const logIn = (app: TestService, email: string, password = goodPassword): Promise<Answer> =>
  app.send('POST', '/api/auth/login', { body: { email, password }, ip: someIp() })

export const proveAt = (app: TestService, body: object, ip = someIp()): Promise<Answer> =>
  app.send('POST', '/api/auth/second-factor', { body, ip })

/** A new account with an authenticator app. */
export const personWithApp = async (app: TestService, time: Date) => {
  const person = await register(app)
  return { person, ...(await addApp(person, time)) }
}
