import { expect, it, vi } from 'vitest'
import { onEachService } from '../../testing/service.ts'
import { demoPassword } from '../demo/demo.ts'

onEachService('security mails', (the) => {
  it('tell every verified address of a user that the password was changed, and no other', async () => {
    const { token, userId } = await the.signIn('owner')
    for (const [email, verifiedAt] of [
      ['second@example.com', new Date()],
      ['not-mine@example.com', null],
    ]) {
      await the.sql('INSERT INTO user_emails VALUES ($1, $2, false, false, $3, now())', [userId, email, verifiedAt])
    }
    const body = { current_password: demoPassword, new_password: 'a-much-better-one' }
    await the.send('POST', '/api/auth/password', { token, body })
    const mails = await vi.waitUntil(async () => (await the.mails()).length === 2 && the.mails(), { timeout: 10_000 })
    const recipients = mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]).sort()
    expect(recipients).toEqual(['owner@example.com', 'second@example.com'])
    expect(mails[0]).toContain('Subject: Your Deal Canvas password was changed')
    expect(mails.join()).not.toContain('a-much-better-one')
  })

  it('tell a user whose refresh token was used again', async () => {
    const sent = (await the.mails()).length
    const { cookie } = await the.signIn('viewer')
    const refresh = (value: string | undefined) => the.send('POST', '/api/auth/refresh', { cookie: value })
    await refresh((await refresh(cookie)).cookie)
    the.advance(15_000)
    expect((await refresh(cookie)).status).toBe(401)
    const mails = await vi.waitUntil(async () => (await the.mails()).length === sent + 1 && the.mails(), {
      timeout: 10_000,
    })
    expect(mails.at(-1)).toContain('To: viewer@example.com\nSubject: A Deal Canvas session was ended')
  })
})
