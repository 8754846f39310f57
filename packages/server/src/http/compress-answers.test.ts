import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { anyone, model, operation, secret, text } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { onServiceWith } from '../testing/extra-routes.ts'
import { handleAnyone } from './handler.ts'

const long = 'Rents grow with the market. '.repeat(200)

const described = { method: 'GET', tag: 'Test', summary: 'Tells', access: anyone } as const
const echo = operation({ ...described, id: 'echo', path: '/api/test/echo', answer: model({ said: text() }) })
const shortEcho = operation({ ...described, id: 'shortEcho', path: '/api/test/short', answer: model({ said: text() }) })
const withSecret = operation({
  ...described,
  id: 'withSecret',
  path: '/api/test/secret',
  answer: model({ said: text(), token: secret({ max: 200 }) }),
})

onServiceWith(
  'response compression',
  () => [
    handleAnyone(echo, async () => ({ said: long })),
    handleAnyone(shortEcho, async () => ({ said: 'Yes' })),
    handleAnyone(withSecret, async () => ({ said: long, token: 'a secret' })),
  ],
  (app) => {
    const get = (url: string, encoding?: string) =>
      app.service.app.inject({
        method: 'GET',
        url,
        headers: encoding === undefined ? {} : { 'accept-encoding': encoding },
      })

    it.each([
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip;q=1.0, identity; q=0.5', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
    ])('answers a client that accepts %s with %s', async (accepted, encoding, decompress) => {
      const { headers, rawPayload } = await get('/api/test/echo', accepted)
      expect(headers['content-encoding']).toBe(encoding)
      expect(headers['content-length']).toBe(String(rawPayload.length))
      expect(headers.vary).toMatch(/accept-encoding/)
      expect(rawPayload.length).toBeLessThan(long.length / 10)
      expect(JSON.parse(String(decompress(rawPayload)))).toEqual({ said: long })
    })

    it('answers a client that accepts no encoding uncompressed, with Vary set', async () => {
      for (const accepted of [undefined, 'identity', 'zstd', 'gzip;q=0']) {
        const { headers, body } = await get('/api/test/echo', accepted)
        expect(headers['content-encoding']).toBeUndefined()
        expect(headers.vary).toMatch(/accept-encoding/)
        expect(JSON.parse(body)).toEqual({ said: long })
      }
    })

    it('does not compress answers that are short, are errors, or contain a secret', async () => {
      for (const url of ['/api/test/short', '/api/test/secret', '/api/nothing', '/api/auth/me'])
        expect((await get(url, 'br, gzip')).headers['content-encoding']).toBeUndefined()
    })

    describe('web app assets', () => {
      it('serves web app assets precompressed at build time, with Vary set', async () => {
        const { body } = await get('/app/')
        const assets = [...body.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+\.(?:js|css))"/g)].map(([, url]) =>
          String(url),
        )
        expect(assets.length).toBeGreaterThan(1)
        for (const url of assets) {
          const plain = await get(url)
          expect(plain.headers['content-encoding']).toBeUndefined()
          if (plain.rawPayload.length < 1_024) continue
          for (const [encoding, decompress] of [
            ['br', brotliDecompressSync],
            ['gzip', gunzipSync],
          ] as const) {
            const { headers, rawPayload } = await get(url, encoding)
            expect([headers['content-encoding'], headers['content-type'], headers['cache-control']]).toEqual([
              encoding,
              plain.headers['content-type'],
              plain.headers['cache-control'],
            ])
            expect(headers.vary).toMatch(/accept-encoding/)
            expect(decompress(rawPayload).equals(plain.rawPayload)).toBe(true)
          }
        }
      })
    })
  },
)
