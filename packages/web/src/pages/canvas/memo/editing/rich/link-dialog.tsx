import { useState } from 'react'
import { writingMessages as messages } from '../../../../../messages/writing.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Field } from '../../../../../ui/field.tsx'
import { FormDialog } from '../../../../../ui/form-dialog.tsx'
import { safeLink } from '../../safe-link.ts'
import type { LinkPlace } from './links.ts'

interface LinkDialogProps {
  place: LinkPlace
  onSet: (href: string, text: string) => void
  onRemove: () => void
  onClose: () => void
}

const maxAddressLength = 2_000

/** Adds, changes or removes a link. */
export const LinkDialog = ({ place, onSet, onRemove, onClose }: LinkDialogProps) => {
  const [address, setAddress] = useState(place.href ?? '')
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<object>()
  const asksText = place.from === place.to
  const href = safeLink(address.trim())
  const submit = (): void => {
    if (href === undefined) setRefused({})
    else onSet(href, text.trim() === '' ? href : text.trim())
  }
  return (
    <FormDialog
      title={messages.linkTitle()}
      act={messages.setLink()}
      busy={false}
      idle={address.trim() === ''}
      refusal={refused}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={messages.linkAddress()}
        hint={messages.linkHint()}
        error={refused !== undefined && href === undefined ? messages.linkInvalid() : undefined}
        maxLength={maxAddressLength}
        autoFocus
        inputMode="url"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      {asksText && <Field label={messages.linkText()} value={text} onChange={({ target }) => setText(target.value)} />}
      {place.href !== undefined && (
        <div>
          <Button look="ghost" onClick={onRemove}>
            {messages.removeLink()}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
