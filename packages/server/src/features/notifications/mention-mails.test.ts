import { beforeEach, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { mailAfter, mailsTo } from '../../testing/mails.ts'
import { act, forgetNotifications, noticeTo, signInAll } from '../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../testing/planting.ts'
import { onService } from '../../testing/service.ts'

const subject = 'Maya Okafor mentioned you in A deal'

onService(
  'mention email',
  (app) => {
    const people = signInAll(app, 'owner', 'editor', 'commenter')
    let deal: string
    beforeEach(async () => {
      await forgetNotifications(app)
      await forgetLimits(app)
      const members = Object.fromEntries(Object.values(people()).map(({ userId }) => [userId, 'owner'] as const))
      deal = await plantDeal(app, { members })
    })
    const mention = (snippet = 'Is this rent right?', commentId?: string) => {
      const { owner, editor, commenter } = people()
      const about = { type: 'mention', snippet, ...(commentId === undefined ? {} : { commentId }) } as const
      // The commenter comes last, so that their email shows that the earlier ones have been sent, too.
      return act(app, owner, deal, noticeTo([editor], about), noticeTo([commenter], about))
    }
    const editorsMails = async () =>
      (await mailsTo(app, 'editor@example.com')).filter((mail) => mail.subject === subject)

    it('emails a mention with its author, the deal, the text and a link', async () => {
      const commentId = newId()
      const { text, html } = await mailAfter(app, { to: 'editor@example.com', about: subject }, () =>
        mention('Is this\n\n<b>rent</b> right?', commentId),
      )
      const link = `https://canvas.example.com/app/canvas/${deal}?comment=${commentId}`
      expect(text).toContain('Maya Okafor mentioned you in A deal.')
      expect(text).toContain('“Is this <b>rent</b> right?”')
      expect(text).toContain(link)
      expect(html).toContain('“Is this &lt;b&gt;rent&lt;/b&gt; right?”')
      expect(html).toContain(`<a href="${link}">Open A deal</a>`)
    })

    it('emails no mention to a user who opted out, and still lists it [NOTIFY-9]', async () => {
      const { editor } = people()
      const sofar = (await editorsMails()).length
      await editor.send('PATCH', '/api/auth/me', { mail_preferences: { mentions: false } })
      await mailAfter(app, { to: 'commenter@example.com', about: subject }, () => mention())
      await editor.send('PATCH', '/api/auth/me', { mail_preferences: { mentions: true } })
      expect(await editorsMails()).toHaveLength(sofar)
      expect((await editor.get('/api/canvas/notifications')).body.unread_count).toBe(1)
    })

    it('marks the author of a mention in the email as unverified if the address is not confirmed', async () => {
      await app.sql("UPDATE user_emails SET verified_at = NULL WHERE email = 'owner@example.com'")
      const about = 'Maya Okafor (unverified) mentioned you in A deal'
      const { text } = await mailAfter(app, { to: 'editor@example.com', about }, () => mention())
      expect(text).toContain(about)
      await app.sql("UPDATE user_emails SET verified_at = now() WHERE email = 'owner@example.com'")
    })

    it('emails a mention to the verified primary address, otherwise to another verified one, otherwise to none', async () => {
      const { editor } = people()
      await app.sql(
        "INSERT INTO user_emails (user_id, email, is_primary, can_sign_in, verified_at, created_at) VALUES ($1, 'second@example.com', false, true, now(), now())",
        [editor.userId],
      )
      const unverify = (email: string) =>
        app.sql('UPDATE user_emails SET verified_at = NULL WHERE user_id = $1 AND email = $2', [editor.userId, email])
      await mailAfter(app, { to: 'editor@example.com', about: subject }, () => mention())
      expect(await mailsTo(app, 'second@example.com')).toEqual([])
      await unverify('editor@example.com')
      await mailAfter(app, { to: 'second@example.com', about: subject }, () => mention())
      await unverify('second@example.com')
      await mailAfter(app, { to: 'commenter@example.com', about: subject }, () => mention())
      expect(await mailsTo(app, 'second@example.com')).toHaveLength(1)
      await app.sql("UPDATE user_emails SET verified_at = now() WHERE email = 'editor@example.com'")
    })

    it('emails only mentions, and only after the transaction has committed', async () => {
      const { owner, editor, commenter } = people()
      const sofar = (await editorsMails()).length
      await act(app, owner, deal, noticeTo([editor], { type: 'reply' }))
      const undone = app.service.database.transaction(async () => {
        await mention()
        throw new Error('Undone')
      })
      await expect(undone).rejects.toThrow('Undone')
      await mailAfter(app, { to: 'commenter@example.com', about: subject }, () =>
        act(app, owner, deal, noticeTo([commenter], { type: 'mention' })),
      )
      expect(await editorsMails()).toHaveLength(sofar)
    })
  },
  { env: { PUBLIC_URL: 'https://canvas.example.com' } },
)
