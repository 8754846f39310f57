import { expect, it, vi } from 'vitest'
import { onService } from '../../testing/service.ts'
import { demoPassword } from '../demo/demo.ts'

onService('security mails', (app) => {
  it('mails every verified address of a person that the password was changed [PASSWORD-8]', async () => {
    const { token, userId } = await app.signIn('owner')
    for (const [email, verifiedAt] of [
      ['second@example.com', new Date()],
      ['not-mine@example.com', null],
    ]) {
      await app.sql('INSERT INTO user_emails VALUES ($1, $2, false, false, $3, now())', [userId, email, verifiedAt])
    }
    const body = { current_password: demoPassword, new_password: 'a-much-better-one' }
    await app.send('POST', '/api/auth/password', { token, body })
    const mails = await vi.waitUntil(async () => (await app.mails()).length === 2 && app.mails(), { timeout: 10_000 })
    const recipients = mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]).sort()
    expect(recipients).toEqual(['owner@example.com', 'second@example.com'])
    expect(mails[0]).toContain('Subject: Your Deal Canvas password was changed')
    expect(mails.join()).not.toContain('a-much-better-one')
  })

  it('mails a user whose refresh token was reused', async () => {
    const sent = (await app.mails()).length
    const { cookie } = await app.signIn('viewer')
    const refresh = (value: string | undefined) => app.send('POST', '/api/auth/refresh', { cookie: value })
    await refresh((await refresh(cookie)).cookie)
    app.advance(15_000)
    expect((await refresh(cookie)).status).toBe(401)
    const mails = await vi.waitUntil(async () => (await app.mails()).length === sent + 1 && app.mails(), {
      timeout: 10_000,
    })
    expect(mails.at(-1)).toContain('To: viewer@example.com\nSubject: A Deal Canvas session was ended')
  })
})
