import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetLimits } from '../../testing/planting.ts'
import { goodPassword, register, someAddress } from '../../testing/registering.ts'
import { type Answer, expectRefusal, onService, someIp } from '../../testing/service.ts'

const waits: number[] = []
/** Sign-ins wait for this promise; already resolved by default. */
let delay = Promise.resolve()
const sleep = (ms: number): Promise<void> => {
  waits.push(ms)
  return delay
}

onService(
  'sign-in to an account under attack',
  (app) => {
    beforeEach(async () => {
      await forgetLimits(app)
      waits.length = 0
    })

    const login = (email: string, password: string, ip: string, device?: string) =>
      app.send('POST', '/api/auth/login', {
        body: { email, password },
        ip,
        ...(device === undefined ? {} : { headers: { cookie: `canvas_device=${device}` } }),
      })
    const setCookies = ({ headers }: Answer): string[] => [headers['set-cookie'] ?? []].flat().map(String)
    const deviceIn = (answer: Answer): string | undefined =>
      setCookies(answer)
        .map((line) => /^canvas_device=([^;]*)/.exec(line)?.[1])
        .find((value) => value !== undefined)
    const network = (n: number): string => `192.0.${n >> 8}.${n & 255}`
    /** Wrong guesses, each from a different network. */
    const attack = async (email: string, guesses: number): Promise<number[]> => {
      const statuses: number[] = []
      for (let n = 0; n < guesses; n++) statuses.push((await login(email, 'wrong-password', network(n))).status)
      return statuses
    }

    it('slows down sign-ins to an account that many networks attack, and never locks it [AUTH-6]', async () => {
      const { email } = await register(app)
      expect(new Set(await attack(email, 40))).toEqual(new Set([401]))
      expect(waits.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 30, 30].map((seconds) => seconds * 1000))
      expect((await login(email, goodPassword, '198.51.100.1')).status).toBe(200)
      expect(waits.at(-1)).toBe(30_000)
    })

    it('delays sign-ins for an unknown address exactly as for a known one', async () => {
      const { email } = await register(app)
      const known = [await attack(email, 14), waits.splice(0)]
      await forgetLimits(app)
      const unknown = [await attack(someAddress(), 14), waits.splice(0)]
      expect(unknown).toEqual(known)
    })

    it('neither slows down nor rejects a sign-in from a device that signed in before [AUTH-7]', async () => {
      const { email } = await register(app)
      const first = await login(email, goodPassword, '198.51.100.2')
      const device = deviceIn(first)
      const attributes = setCookies(first).find((line) => line.startsWith('canvas_device=')) ?? ''
      for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/api/auth', 'Max-Age=31536000']) {
        expect(attributes).toContain(part)
      }
      const ip = network(0)
      await attack(email, 15)
      for (let n = 0; n < 10; n++) await login(email, 'wrong-password', ip)
      expectRefusal(await login(email, goodPassword, ip), 429, 'rate_limited')
      waits.length = 0
      expect((await login(email, goodPassword, ip, device)).status).toBe(200)
      expect(waits).toEqual([])
    })

    it('recognizes a device after sign-out, but not after a password change', async () => {
      const { email, token, send } = await register(app)
      const device = deviceIn(await login(email, goodPassword, someIp()))
      const again = await login(email, goodPassword, someIp(), device)
      await app.send('POST', '/api/auth/logout', { token: again.body.access_token })
      await attack(email, 15)
      waits.length = 0
      await login(email, goodPassword, someIp(), device)
      expect(waits).toEqual([])
      const change = { current_password: goodPassword, new_password: 'another word of mine' }
      expect((await send('POST', '/api/auth/password', change)).status).toBe(204)
      expect(token).toBeTruthy()
      expect((await login(email, 'another word of mine', someIp(), device)).status).toBe(200)
      expect(waits).toEqual([30_000])
    })

    it('recognizes a device only for its own account', async () => {
      const [mine, other] = [await register(app), await register(app)]
      const device = deviceIn(await login(mine.email, goodPassword, someIp()))
      await attack(other.email, 15)
      waits.length = 0
      await login(other.email, goodPassword, someIp(), device)
      expect(waits).toEqual([30_000])
    })

    it('delays a known device like any other after ten failures of its own', async () => {
      const { email } = await register(app)
      const device = deviceIn(await login(email, goodPassword, someIp()))
      await attack(email, 15)
      waits.length = 0
      for (let n = 0; n < 10; n++) await login(email, 'wrong-password', someIp(), device)
      expect(waits).toEqual([])
      await login(email, 'wrong-password', someIp(), device)
      expect(waits).toEqual([30_000])
    })

    it('lets other accounts sign in while guesses from many networks wait', async () => {
      const [guessed, other] = [await register(app), await register(app)]
      await attack(guessed.email, 15)
      waits.length = 0
      let endDelay = (): void => undefined
      delay = new Promise((resolve) => {
        endDelay = resolve
      })
      const guesses = Array.from({ length: 40 }, (_, n) => login(guessed.email, 'wrong-password', network(100 + n)))
      await vi.waitUntil(() => waits.length === 40, { timeout: 20_000 })
      expect((await other.send('GET', '/api/auth/me')).status).toBe(200)
      expect((await login(other.email, goodPassword, network(100))).status).toBe(200)
      endDelay()
      delay = Promise.resolve()
      expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]))
    })

    describe('IPv6 networks', () => {
      const host = (site: number, net: number, id: number) => `2001:db8:${site.toString(16)}:${net.toString(16)}::${id}`

      it('counts all addresses of an IPv6 /64 network together', async () => {
        const email = someAddress()
        for (let n = 1; n <= 10; n++) expect((await login(email, 'wrong-password', host(1, 1, n))).status).toBe(401)
        expectRefusal(await login(email, 'wrong-password', host(1, 1, 99)), 429, 'rate_limited')
        expect((await login(email, 'wrong-password', host(1, 2, 1))).status).toBe(401)
      })

      it('counts the IPv6 networks of one site together at ten times the limit', async () => {
        const email = someAddress()
        for (let n = 0; n < 100; n++) {
          expect((await login(email, 'wrong-password', host(2, n >> 3, n + 1))).status).toBe(401)
        }
        expectRefusal(await login(email, 'wrong-password', host(2, 200, 1)), 429, 'rate_limited')
        expect((await login(email, 'wrong-password', host(3, 200, 1))).status).toBe(401)
      }, 60_000)

      it('counts an IPv4-mapped IPv6 address as the IPv4 address', async () => {
        const email = someAddress()
        for (let n = 0; n < 5; n++) {
          await login(email, 'wrong-password', '203.0.113.7')
          await login(email, 'wrong-password', '::ffff:203.0.113.7')
        }
        expectRefusal(await login(email, 'wrong-password', '::ffff:cb00:7107'), 429, 'rate_limited')
      })
    })
  },
  { sleep },
)
