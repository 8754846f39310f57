import type { Me } from '@deal-canvas/contract'
import { accountMessages } from '../../messages/account.ts'
import { PasswordFields } from '../../session/password-fields.tsx'
import { useServices } from '../../session/services.ts'
import { sessionsKey } from '../../session/sessions-query.ts'
import { usePasswordForm } from '../../session/use-password-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SavedMark } from './saved-mark.tsx'

export const PasswordCard = ({ person }: { person: Me }) => {
  const { queries } = useServices()
  const form = usePasswordForm({ onChanged: () => void queries.invalidateQueries({ queryKey: sessionsKey }) })
  return (
    <Card title={accountMessages.password()}>
      <form className="grid gap-4 p-[14px]" noValidate onSubmit={form.submit}>
        <div className="grid items-start gap-4 sm:grid-cols-2 [&>.note]:col-span-full">
          <PasswordFields form={form} email={person.email} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.change.isPending}>
            {form.freeUntil === undefined ? accountMessages.changePassword() : accountMessages.setNewPassword()}
          </Button>
          {form.change.isSuccess ? (
            <SavedMark>{accountMessages.passwordChanged()}</SavedMark>
          ) : (
            <span className="text-small text-fg-3">{accountMessages.passwordHint()}</span>
          )}
        </div>
      </form>
    </Card>
  )
}
