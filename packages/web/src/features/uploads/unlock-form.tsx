import { maxGivenPasswordLength } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { documentMessages } from '../../messages/documents.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Field } from '../../ui/field.tsx'

interface UnlockFormProps {
  name: string
  unlock: (password: string) => Promise<unknown>
  /** Called after each try, also a failed one: somebody else may have unlocked the file. */
  onTried: () => void
}

/** Asks for the password of an encrypted file, where the file is listed. */
export const UnlockForm = ({ name, unlock, onTried }: UnlockFormProps) => {
  const [password, setPassword] = useState('')
  const unlocking = useMutation({
    mutationFn: () => unlock(password),
    onSettled: () => {
      setPassword('')
      onTried()
    },
  })
  return (
    <form
      className="mt-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '' && !unlocking.isPending) unlocking.mutate()
      }}
    >
      <Field
        label={documentMessages.passwordOf({ name })}
        labelUnseen
        type="password"
        // Not a password of this site: a browser must neither offer nor save one.
        autoComplete="off"
        placeholder={documentMessages.password()}
        value={password}
        maxLength={maxGivenPasswordLength}
        onChange={(event) => setPassword(event.target.value)}
        error={unlocking.isError ? sentenceFor(unlocking.error) : undefined}
        end={
          <button type="submit" className="btn" disabled={password === ''} aria-busy={unlocking.isPending || undefined}>
            <span>{documentMessages.unlock()}</span>
          </button>
        }
      />
    </form>
  )
}
