import type { Me } from '@deal-canvas/contract'
import { useRef, useState } from 'react'
import { accountMessages } from '../../../messages/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { AddEmailForm } from './add-email-form.tsx'
import { CodeForm } from './code-form.tsx'
import { EmailRow } from './email-row.tsx'
import type { EmailStep } from './email-step.ts'
import { RemoveEmailDialog } from './remove-email-dialog.tsx'

interface EmailsCardProps extends Pick<Me, 'emails'> {
  step: EmailStep
  onStep: (step: EmailStep) => void
}

const list: EmailStep = { at: 'list' }

export const EmailsCard = ({ emails, step, onStep }: EmailsCardProps) => {
  const [leaving, setLeaving] = useState<Me['emails'][number]>()
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const entering = step.at === 'code' ? step.email : undefined

  /** The focused element was removed, so the heading gets the focus. */
  const backToList = (words: string) => {
    setSaid(words)
    setLeaving(undefined)
    onStep(list)
    requestAnimationFrame(() => heading.current?.focus())
  }

  return (
    <Card
      title={accountMessages.emails()}
      headingRef={heading}
      act={
        step.at === 'list' && (
          <Button look="ghost" onClick={() => onStep({ at: 'add' })}>
            {accountMessages.addEmail()}
          </Button>
        )
      }
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul className="rows">
        {emails.map((address) => (
          <EmailRow
            key={address.email}
            address={address}
            onEnterCode={
              address.verified || address.email === entering
                ? undefined
                : () => onStep({ at: 'code', email: address.email })
            }
            onRemove={emails.length > 1 ? () => setLeaving(address) : undefined}
          />
        ))}
        {emails.length === 0 && <li className="text-fg-2">{accountMessages.noEmails()}</li>}
        {step.at === 'add' && (
          <li>
            <AddEmailForm
              verified={emails.filter(({ verified }) => verified).map(({ email }) => email)}
              onSent={(email, minutes) => onStep({ at: 'code', email, minutes })}
              onCancel={() => backToList('')}
            />
          </li>
        )}
        {step.at === 'code' && (
          <li>
            <CodeForm
              key={step.email}
              email={step.email}
              minutes={step.minutes}
              onVerified={() => backToList(accountMessages.emailVerified({ email: step.email }))}
              onCancel={() => backToList('')}
            />
          </li>
        )}
      </ul>
      {leaving !== undefined && (
        <RemoveEmailDialog
          address={leaving}
          onClose={() => setLeaving(undefined)}
          onRemoved={() => backToList(accountMessages.emailRemoved({ email: leaving.email }))}
        />
      )}
    </Card>
  )
}
