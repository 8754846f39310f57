import type { Me } from '@deal-canvas/contract'
import { accountMessages } from '../../messages/account.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Switch } from '../../ui/switch.tsx'
import { usePatchMe } from './use-patch-me.ts'

/** Saved immediately: the switch moves at once, and back again if the service rejects the change. */
export const MailCard = ({ person }: { person: Me }) => {
  const patch = usePatchMe()
  const asked = patch.isPending ? patch.variables.mail_preferences?.mentions : undefined
  return (
    <Card title={accountMessages.mail()}>
      <div className="grid gap-3 px-[14px] py-[10px]">
        <Switch
          label={accountMessages.mailMentions()}
          on={asked ?? person.mail_preferences.mentions}
          onChange={(mentions) => patch.mutate({ mail_preferences: { mentions } })}
        />
        {patch.isError && <Note tone="red">{accountMessages.mailNotSaved({ reason: sentenceFor(patch.error) })}</Note>}
      </div>
    </Card>
  )
}
