import { call, freePort, signIn } from '@deal-canvas/proof/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startMailServer } from '../packages/server/src/testing/mail-server.ts'
import { describeOnPostgres, type EmptyDatabase, makeEmptyDatabase } from './support/postgres.ts'
import { keepServices } from './support/services.ts'

const patient = { timeout: 60_000, interval: 20 }

describeOnPostgres('killed digest', () => {
  const services = keepServices(afterAll)
  let database: EmptyDatabase
  beforeAll(async () => {
    database = await makeEmptyDatabase()
  })
  afterAll(() => database?.drop())

  it('is mailed once, whether the process is killed before the mail server accepts it or before it answers [DIGEST-13]', async () => {
    const port = await freePort()
    const { env, ...others } = await services.place({ databaseUrl: database.url })
    const more = { EMBEDDINGS: 'words', SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://canvas.example.com' }
    const place = { ...others, env: { ...env, ...more } }
    let server = await services.start(place)
    const share = async (name: string) => {
      const { token } = await signIn(server.url, 'owner@example.com')
      const { body } = await call(server.url, 'POST', '/api/deals', { token, body: { name } })
      const dealId = (body as { deal_id: string }).deal_id
      const { status } = await call(server.url, 'PUT', `/api/canvas/${dealId}/members/${editorId}`, {
        token,
        body: { role: 'editor' },
      })
      expect(status).toBe(200)
    }
    const [editor] = await database.rows("SELECT user_id FROM user_emails WHERE email = 'editor@example.com'")
    const editorId = String(editor?.['user_id'])
    const { token } = await signIn(server.url, 'editor@example.com')
    const settings = { frequency: 'at_once', weekday: 1, hour: 8, quiet_hours: null, time_zone: 'UTC', reasons: null }
    const headers = { 'if-match': '"0"' }
    const { status } = await call(server.url, 'PUT', '/api/auth/me/digest', { token, body: settings, headers })
    expect(status).toBe(200)
    const states = async () =>
      (await database.rows('SELECT status FROM digests ORDER BY created_at')).map((row) => row['status'])
    const release = () =>
      database.rows("UPDATE digests SET due_at = now() - interval '1 second' WHERE due_at IS NOT NULL")

    // No mail server is there: the digest waits for its next attempt, later than a lease ends, and survives the kill.
    await share('First deal')
    await vi.waitUntil(async () => {
      const waiting = "SELECT id FROM digests WHERE status = 'pending' AND due_at > now() + interval '6 minutes'"
      return (await database.rows(waiting)).length > 0
    }, patient)
    await server.kill()
    const mails = await startMailServer(port)
    await release()
    server = await services.start(place)
    await vi.waitUntil(async () => (await states())[0] === 'sent', patient)
    const [digest] = await database.rows('SELECT id FROM digests')
    expect(mails.digests()).toHaveLength(1)
    expect(mails.digests()[0]).toContain(`Message-ID: <${digest?.['id']}@deal-canvas.invalid>`)
    // Mail programs look for the address on the line of the header.
    expect(mails.digests()[0]).toMatch(
      /^List-Unsubscribe: <https:\/\/canvas\.example\.com\/unsubscribe\?token=[\w-]+>\r$/m,
    )
    expect(mails.digests()[0]).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)

    // The mail server has the mail, and the process ends before it hears so.
    const respond = mails.hold()
    await database.rows("UPDATE digest_settings SET last_sent_at = now() - interval '1 hour'")
    await share('Second deal')
    await vi.waitUntil(() => mails.digests().length === 2, patient)
    await server.kill()
    respond()
    await release()
    server = await services.start(place)
    await vi.waitUntil(async () => (await states())[1] === 'unknown', patient)
    expect(mails.digests()).toHaveLength(2)

    // What came later is told with what may not have arrived.
    await database.rows("UPDATE digest_settings SET last_sent_at = now() - interval '1 hour'")
    await share('Third deal')
    await vi.waitUntil(async () => (await states())[2] === 'sent', patient)
    expect(mails.digests()).toHaveLength(3)
    expect(mails.digests()[2]).toMatch(/Third deal[\s\S]*Second deal/)
    expect(mails.digests()[2]).not.toContain('First deal')
    await server.kill()
    await mails.stop()
  }, 240_000)
})
