import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createDeviceCookies } from './device-cookies.ts'

describe('device cookie', () => {
  const devices = createDeviceCookies(['the-secret'])
  const person = (passwordHash = 'a-hash') => ({ id: newId(), passwordHash })

  it('recognizes a device only for its account and password', () => {
    const [ada, eve] = [person(), person()]
    const cookie = devices.remember(undefined, ada)
    expect(devices.deviceOf(cookie, [eve, ada])).toMatch(/^[\w-]{22}$/)
    expect(devices.deviceOf(cookie, [eve])).toBeUndefined()
    expect(devices.deviceOf(cookie, [{ ...ada, passwordHash: 'another-hash' }])).toBeUndefined()
    expect(devices.deviceOf(cookie, [])).toBeUndefined()
    expect(createDeviceCookies(['another-secret']).deviceOf(cookie, [ada])).toBeUndefined()
    expect(createDeviceCookies(['newer-secret', 'the-secret']).deviceOf(cookie, [ada])).toBeDefined()
  })

  it('remembers the last five accounts of a shared device, each once', () => {
    const people = Array.from({ length: 7 }, () => person())
    let cookie: string | undefined
    for (const userId of [...people, ...people]) cookie = devices.remember(cookie, userId)
    const known = people.filter((userId) => devices.deviceOf(cookie, [userId]) !== undefined)
    expect(known).toEqual(people.slice(2))
    expect(cookie?.length).toBeLessThan(600)
  })

  it('rejects a device cookie with any changed character and never throws', () => {
    const ada = person()
    const cookie = devices.remember(undefined, ada)
    fc.assert(
      fc.property(fc.nat({ max: cookie.length - 1 }), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
        const changed = cookie.slice(0, at) + letter + cookie.slice(at + 1)
        // The last character of a signature has unused bits.
        if (changed !== cookie && at < cookie.length - 1) expect(devices.deviceOf(changed, [ada])).toBeUndefined()
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => devices.deviceOf(text, [ada]) === undefined))
  })
})
