import { webhookPausedAfterHours } from '@deal-canvas/contract'
import { webhookMailMessages as messages } from '../../messages/mails.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { onOneLine } from '../../platform/mail/on-one-line.ts'
import type { PersonalMails } from '../../platform/mail/personal-mails.ts'
import type { Notifications } from '../notifications/index.ts'
import type { CursorsStore } from './cursors.store.ts'

interface Deps {
  cursors: Pick<CursorsStore, 'disable'>
  database: Pick<Database, 'query' | 'transaction' | 'afterCommit'>
  notifications: Pick<Notifications, 'tellOrgOwners'>
  mails: Pick<PersonalMails, 'send'>
  publicUrl: URL
  now: Clock
}

interface Owner {
  email: string
  orgName: string
}

const maxMailedOwners = 20

/** Stops a target that refuses events or has failed for long, and tells the owners of the organization, once. */
export const createStopTarget = ({ cursors, database, notifications, mails, publicUrl, now }: Deps) => {
  const ownersOf = async (orgId: string): Promise<Owner[]> => {
    const { rows } = await database.query<Owner>({
      name: 'webhooks_owners',
      text: `SELECT e.email, o.name AS "orgName" FROM orgs o JOIN org_members m ON m.org_id = o.id AND m.role = 'owner'
          JOIN users u ON u.id = m.user_id AND u.status = 'active'
        CROSS JOIN LATERAL (
          SELECT email FROM user_emails WHERE user_id = m.user_id AND verified_at IS NOT NULL
          ORDER BY is_primary DESC, created_at, email LIMIT 1) e
        WHERE o.id = $1 ORDER BY m.created_at, m.user_id LIMIT ${maxMailedOwners}`,
      values: [orgId],
    })
    return rows
  }

  return (targetId: string, reason: 'gone' | 'failing', failingBefore?: Date): Promise<void> =>
    database.transaction(async () => {
      const at = now()
      const stopped = await cursors.disable(targetId, reason, failingBefore, at)
      if (stopped === undefined) return
      const { orgId, name, createdBy } = stopped
      await notifications.tellOrgOwners({ userId: createdBy }, orgId, at, 'webhook_paused')
      const owners = await ownersOf(orgId)
      const link = new URL('/app/organization', publicUrl).href
      const webhook = onOneLine(name)
      const lines = [
        reason === 'gone' ? messages.gone({ webhook }) : messages.failing({ webhook, hours: webhookPausedAfterHours }),
        messages.hint(),
        { words: messages.open(), link },
      ]
      await database.afterCommit(async () => {
        for (const { email, orgName } of owners)
          mails.send({
            senderId: createdBy,
            to: email,
            subject: messages.subject({ organization: onOneLine(orgName) }),
            lines,
            link,
          })
      })
    })
}
