import { useState } from 'react'
import { accountMessages } from '../../messages/account.ts'
import { useMe } from '../../session/me.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatMonth } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { DigestCard } from './digest-card.tsx'
import type { EmailStep } from './emails/email-step.ts'
import { EmailsCard } from './emails/emails-card.tsx'
import { UnverifiedNote } from './emails/unverified-note.tsx'
import { MailCard } from './mail-card.tsx'
import { OrganizationsCard } from './organizations-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { UsageCard } from './usage-card.tsx'

export const AccountPage = () => {
  const person = useMe()
  const [step, setStep] = useState<EmailStep>({ at: 'list' })
  const waiting = person.emails.find(({ primary, verified }) => primary && !verified)?.email
  const entering = step.at === 'code' ? step.email : undefined
  const month = formatMonth(person.created_at)
  return (
    <div className="page">
      <title>{accountMessages.pageTitle()}</title>
      <header className="mb-6 flex items-center gap-4">
        <Avatar id={person.id} name={person.display_name} picture={person.avatar_url} size="large" />
        <div className="min-w-0">
          <h1 className="text-h1 tracking-tight">
            {accountMessages.hello({ name: person.first_name ?? person.display_name })}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-fg-2">
            <span className="min-w-0 break-words">
              {person.email === null
                ? accountMessages.joinedWithoutEmail({ month })
                : accountMessages.joined({ email: person.email, month })}
            </span>
            {person.is_superadmin && (
              <span className="chip blue">
                <Icon name="shield" size={12} />
                {accountMessages.superadmin()}
              </span>
            )}
          </p>
        </div>
      </header>
      {waiting !== undefined && waiting !== entering && (
        <div className="mb-4">
          <UnverifiedNote email={waiting} onEnterCode={() => setStep({ at: 'code', email: waiting })} />
        </div>
      )}
      <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-4 md:order-last">
          <OrganizationsCard orgs={person.orgs} />
          <UsageCard />
          <EmailsCard emails={person.emails} step={step} onStep={setStep} />
        </div>
        <div className="grid min-w-0 gap-4">
          <ProfileCard key={person.id} person={person} />
          <MailCard person={person} />
          <DigestCard />
          <PasswordCard person={person} />
          <SessionsCard />
        </div>
      </div>
    </div>
  )
}
