import { limitRules, maxAvatarBytes } from '@deal-canvas/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newRandomId } from '../../platform/ids.ts'
import { forgetLimits } from '../../testing/planting.ts'
import { expectRefusal, onService, type Person } from '../../testing/service.ts'
import { jpegFile, pngFile, uploadAvatar, webpFiles } from '../../testing/uploading.ts'

/** A valid PNG header, padded to the given size. */
const pngOfSize = (bytes: number): Uint8Array => Buffer.concat([pngFile(), Buffer.alloc(bytes - pngFile().byteLength)])

onService('avatars', (app) => {
  let owner: Person
  let editor: Person
  let superadmin: Person
  beforeAll(async () => {
    owner = await app.signIn('owner')
    editor = await app.signIn('editor')
    superadmin = await app.signIn('superadmin')
  })
  beforeEach(async () => {
    await forgetLimits(app)
    await app.sql('DELETE FROM avatars')
    await app.sql('UPDATE users SET avatar_url = NULL')
  })

  const put = (...contents: Uint8Array[]) => uploadAvatar(app, owner, ...contents)
  const avatarUrl = async (person = owner): Promise<string | null> => (await person.get('/api/auth/me')).body.avatar_url
  const load = (url: string, headers: Record<string, string> = {}) => app.service.app.inject({ url, headers })
  const idsOf = async (person = owner): Promise<string[]> =>
    (await app.sql<{ id: string }>('SELECT id FROM avatars WHERE user_id = $1', [person.userId])).map(({ id }) => id)

  describe('avatar upload', () => {
    it.each<[string, Uint8Array]>([
      ['image/png', pngFile(256, 256)],
      ['image/jpeg', jpegFile(256, 256)],
      ['image/webp', webpFiles.lossy],
      ['image/webp', webpFiles.lossless],
      ['image/webp', webpFiles.extended],
    ])('accepts an avatar of %s, links it from the profile and serves it unchanged', async (mediaType, content) => {
      const { status, body } = await put(content)
      expect([status, body.id]).toEqual([200, owner.userId])
      expect(body.avatar_url).toMatch(/^\/api\/avatars\/[0-9a-f-]{36}$/)
      expect(await avatarUrl()).toBe(body.avatar_url)
      const reply = await load(body.avatar_url)
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, mediaType])
      expect(reply.rawPayload.equals(content)).toBe(true)
    })

    it('shows the uploaded avatar at sign-in and in user lists', async () => {
      const { avatar_url } = (await put(pngFile())).body
      const login = await app.send('POST', '/api/auth/login', {
        body: { email: 'owner@example.com', password: 'deal-canvas-demo' },
      })
      expect(login.body.user.avatar_url).toBe(avatar_url)
      const { users } = (await superadmin.get('/api/superadmin/users?search=owner@example.com')).body
      expect(users).toMatchObject([{ id: owner.userId, avatar_url }])
    })

    it('accepts an avatar of exactly 256 KiB and one of 1024 x 1024 pixels', async () => {
      expect((await put(pngOfSize(maxAvatarBytes))).status).toBe(200)
      expect((await put(pngFile(1024, 1024))).status).toBe(200)
    })

    it('rejects an avatar that is too large with 413, with or without a content length, and changes nothing', async () => {
      const { avatar_url } = (await put(pngFile())).body
      for (const bytes of [maxAvatarBytes + 1, 5 * 1024 * 1024]) {
        const answer = await put(pngOfSize(bytes))
        expectRefusal(answer, 413, 'file_too_large')
        expect(answer.body.detail).toBe('A file can have at most 256 KiB')
      }
      const announced = await app.send('PUT', '/api/auth/me/avatar', {
        token: owner.token,
        body: 'x'.repeat(400 * 1024),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      })
      expectRefusal(announced, 413, 'file_too_large')
      expect(announced.body.detail).toBe('A file can have at most 256 KiB')
      expect(await avatarUrl()).toBe(avatar_url)
      expect((await load(avatar_url)).statusCode).toBe(200)
    })

    it.each<[string, Uint8Array, string]>([
      ['an SVG image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not a PNG, JPEG or WebP image'],
      ['a GIF image', Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), 'not a PNG, JPEG or WebP image'],
      ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'not a PNG, JPEG or WebP image'],
      ['an empty file', Buffer.alloc(0), 'not a PNG, JPEG or WebP image'],
      ['an image with too many pixels', pngFile(1025, 8), '1025 x 8 pixels. At most 1,024 x 1,024'],
      ['a JPEG image with too many pixels', jpegFile(8, 5000), '8 x 5000 pixels. At most 1,024 x 1,024'],
    ])('rejects an avatar of %s with 422 and changes nothing', async (_, content, reason) => {
      const { avatar_url } = (await put(pngFile())).body
      const { status, body } = await put(content)
      expect([status, body.detail]).toEqual([
        422,
        [
          expect.objectContaining({
            type: 'value_error',
            loc: ['body', 'file'],
            msg: expect.stringContaining(reason),
          }),
        ],
      ])
      expect(await avatarUrl()).toBe(avatar_url)
      expect((await load(avatar_url)).statusCode).toBe(200)
    })

    it('rejects an avatar upload without a file or with two files with 422 and changes nothing', async () => {
      expect((await put()).body.detail).toMatchObject([{ type: 'missing', loc: ['body', 'file'] }])
      expect((await put(pngFile(), pngFile())).body.detail).toMatchObject([{ type: 'too_long', loc: ['body', 'file'] }])
      expect([await avatarUrl(), await idsOf()]).toEqual([null, []])
    })

    it('rejects an avatar upload or removal without a session with 401', async () => {
      expectRefusal(await uploadAvatar(app, undefined, pngFile()), 401, 'not_authenticated')
      expectRefusal(await app.send('DELETE', '/api/auth/me/avatar'), 401, 'not_authenticated')
    })

    it('replaces the previous avatar under a new address and returns 404 for the old address', async () => {
      const first = (await put(pngFile())).body.avatar_url
      const second = (await put(pngFile())).body.avatar_url
      expect(second).not.toBe(first)
      expectRefusal(await app.send('GET', first), 404, 'avatar_not_found')
      expect((await load(second)).statusCode).toBe(200)
      expect(await idsOf()).toEqual([second.slice('/api/avatars/'.length)])
    })

    it('leaves exactly one avatar after parallel uploads: the one in the profile', async () => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => put(pngFile())))
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
      expect(await idsOf()).toEqual([(await avatarUrl())?.slice('/api/avatars/'.length)])
    })

    it('leaves the avatars of other users unchanged', async () => {
      const { avatar_url } = (await uploadAvatar(app, editor, pngFile())).body
      await put(pngFile())
      await owner.send('DELETE', '/api/auth/me/avatar')
      expect(await avatarUrl(editor)).toBe(avatar_url)
      expect((await load(avatar_url)).statusCode).toBe(200)
    })

    it('rejects an avatar with 401 when the account is deleted during the upload', async () => {
      const signOff = async function* () {
        yield pngFile()
        await app.sql("UPDATE users SET status = 'deleted' WHERE id = $1", [owner.userId])
      }
      const answer = await uploadAvatar(app, owner, signOff())
      await app.sql("UPDATE users SET status = 'active' WHERE id = $1", [owner.userId])
      expectRefusal(answer, 401, 'session_ended')
      expect(await idsOf()).toEqual([])
    })

    it('allows 20 avatar uploads per hour, then answers 429 and changes nothing', async () => {
      const { points } = limitRules.avatar_upload
      for (let count = 0; count < points; count++) expect((await put(pngFile())).status).toBe(200)
      const before = await avatarUrl()
      expectRefusal(await put(pngFile()), 429, 'rate_limited')
      expect(await avatarUrl()).toBe(before)
    })
  })

  describe('avatar download', () => {
    it('serves an avatar to anyone, cacheable for a year and sandboxed against script execution', async () => {
      const { avatar_url } = (await put(pngFile())).body
      const reply = await load(avatar_url)
      expect(reply.headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(pngFile().byteLength),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      })
      expect(reply.headers['set-cookie']).toBeUndefined()
      const again = await load(avatar_url, { 'if-none-match': String(reply.headers.etag) })
      expect([again.statusCode, again.headers['cache-control']]).toEqual([304, 'public, max-age=31536000, immutable'])
    })

    it('answers 404 with no-store for an avatar that does not exist', async () => {
      await put(pngFile())
      for (const id of [newRandomId(), owner.userId, 'x', "'", newRandomId().toUpperCase()]) {
        const answer = await app.send('GET', `/api/avatars/${id}`)
        expectRefusal(answer, 404, 'avatar_not_found')
        expect(answer.headers['cache-control']).toBe('no-store')
      }
    })

    it('answers 416 with no-store for a range beyond the end of an avatar', async () => {
      const { avatar_url } = (await put(pngFile())).body
      const beyond = await load(avatar_url, { range: 'bytes=1000-' })
      expect([beyond.statusCode, beyond.headers['cache-control']]).toEqual([416, 'no-store'])
      const part = await load(avatar_url, { range: 'bytes=12-15' })
      expect([part.statusCode, part.body]).toEqual([206, 'IHDR'])
    })

    it('serves an avatar to a hundred parallel requests from one network', async () => {
      const { avatar_url } = (await put(pngFile())).body
      const replies = await Promise.all(Array.from({ length: 100 }, () => load(avatar_url)))
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    })
  })

  describe('avatar removal', () => {
    it('removes the avatar on DELETE and answers 204 even if there is none', async () => {
      const { avatar_url } = (await put(pngFile())).body
      for (let count = 0; count < 2; count++) {
        const answer = await owner.send('DELETE', '/api/auth/me/avatar')
        expect([answer.status, answer.body]).toEqual([204, ''])
      }
      expect([await avatarUrl(), await idsOf()]).toEqual([null, []])
      expectRefusal(await app.send('GET', avatar_url), 404, 'avatar_not_found')
    })

    it('removes an avatar that is an address on another site on DELETE', async () => {
      await owner.send('PATCH', '/api/auth/me', { avatar_url: 'https://example.com/a.png' })
      expect((await owner.send('DELETE', '/api/auth/me/avatar')).status).toBe(204)
      expect(await avatarUrl()).toBeNull()
    })

    it.each([null, '', 'https://example.com/a.png'])(
      'removes the uploaded avatar only when the user sets avatar_url to %j',
      async (avatar_url) => {
        const uploaded = (await put(pngFile())).body.avatar_url
        await owner.send('PATCH', '/api/auth/me', { first_name: 'Maya' })
        const same = await owner.send('PATCH', '/api/auth/me', { avatar_url: uploaded })
        expect([same.status, same.body.avatar_url]).toEqual([200, uploaded])
        expect((await load(uploaded)).statusCode).toBe(200)
        expect((await owner.send('PATCH', '/api/auth/me', { avatar_url })).status).toBe(200)
        expect(await avatarUrl()).toBe(avatar_url || null)
        expect(await idsOf()).toEqual([])
        expectRefusal(await app.send('GET', uploaded), 404, 'avatar_not_found')
      },
    )

    it('removes the uploaded avatar only when an administrator sets avatar_url to another value', async () => {
      const uploaded = (await uploadAvatar(app, editor, pngFile())).body.avatar_url
      const path = `/api/admin/users/${editor.userId}`
      expect((await superadmin.send('PATCH', path, { avatar_url: uploaded })).body.avatar_url).toBe(uploaded)
      expect((await load(uploaded)).statusCode).toBe(200)
      expect((await superadmin.send('PATCH', path, { avatar_url: null })).body.avatar_url).toBeNull()
      expect(await idsOf(editor)).toEqual([])
    })

    it("rejects avatar_url set to another user's photo with 422 and keeps the current photo", async () => {
      const foreign = (await uploadAvatar(app, editor, pngFile())).body.avatar_url
      const own = (await put(pngFile())).body.avatar_url
      expect((await owner.send('PATCH', '/api/auth/me', { avatar_url: foreign })).status).toBe(422)
      expect(await avatarUrl()).toBe(own)
      expect((await load(own)).statusCode).toBe(200)
    })

    it('removes the avatar with the row of its user', async () => {
      const id = newRandomId()
      await app.sql(
        `INSERT INTO users (id, display_name, status, analytics_visitor_id, mail_preferences, created_at, updated_at)
          VALUES ($1, 'Short-lived', 'active', $1, '{"mentions": true}', now(), now())`,
        [id],
      )
      await app.sql(
        "INSERT INTO avatars (id, user_id, media_type, bytes, created_at) VALUES ($1, $1, 'image/png', $2, now())",
        [id, pngFile()],
      )
      await app.sql('DELETE FROM users WHERE id = $1', [id])
      expect(await app.sql('SELECT id FROM avatars WHERE id = $1', [id])).toEqual([])
    })
  })
})
