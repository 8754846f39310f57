import type { Me } from '@deal-canvas/contract'
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
    <Card title="Password">
      <form className="grid gap-4 p-[14px]" noValidate onSubmit={form.submit}>
        <div className="grid items-start gap-4 sm:grid-cols-2 [&>.note]:col-span-full">
          <PasswordFields form={form} email={person.email} />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.change.isPending}>
            {form.freeUntil === undefined ? 'Change password' : 'Set new password'}
          </Button>
          {form.change.isSuccess ? (
            <SavedMark>Password changed. Your other sessions have ended</SavedMark>
          ) : (
            <span className="text-small text-fg-3">Your other sessions end with the change</span>
          )}
        </div>
      </form>
    </Card>
  )
}
