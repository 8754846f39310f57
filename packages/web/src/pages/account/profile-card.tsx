import { ApiError } from '@deal-canvas/client'
import { type Me, maxPersonNameLength } from '@deal-canvas/contract'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { accountMessages } from '../../messages/account.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PhotoField } from './photo-field.tsx'
import { changesOf, fieldText, type ProfileField, profileFields, useProfileDraft } from './profile-draft.ts'
import { SavedMark } from './saved-mark.tsx'
import { usePatchMe } from './use-patch-me.ts'

type Wrong = { readonly [Field in ProfileField]?: string | undefined }

export const ProfileCard = ({ person }: { person: Me }) => {
  const { draft, edit, discard } = useProfileDraft(person)
  const [wrong, setWrong] = useState<Wrong>({})
  const save = usePatchMe()
  const form = useRef<HTMLFormElement>(null)
  const changes = changesOf(person, draft)
  const dirty = Object.keys(changes).length > 0

  // Move the focus to the first invalid field.
  useEffect(() => {
    const first = profileFields.find((field) => wrong[field] !== undefined)
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }, [wrong])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending || !dirty) return
    setWrong({})
    save.mutate(changes, {
      onSuccess: discard,
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        setWrong(Object.fromEntries(profileFields.map((field) => [field, error.about(field)])))
      },
    })
  }

  const field = (name: ProfileField, label: string) => ({
    name,
    label,
    value: fieldText(person, draft, name),
    error: wrong[name],
    onChange: (event: { target: { value: string } }) => edit(name, event.target.value),
  })
  const ofFields = Object.values(wrong).some((sentence) => sentence !== undefined)

  return (
    <Card title={accountMessages.profile()}>
      <PhotoField person={person} />
      <form ref={form} className="grid gap-4 p-[14px]" noValidate onSubmit={submit}>
        {save.isError && !ofFields && (
          <Note tone="red">{accountMessages.profileNotSaved({ reason: sentenceFor(save.error) })}</Note>
        )}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            {...field('first_name', accountMessages.firstName())}
            autoComplete="given-name"
            maxLength={maxPersonNameLength}
          />
          <Field
            {...field('last_name', accountMessages.lastName())}
            autoComplete="family-name"
            maxLength={maxPersonNameLength}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" busy={save.isPending} idle={!dirty}>
            {accountMessages.saveProfile()}
          </Button>
          {dirty && !save.isPending && (
            <Button
              look="ghost"
              onClick={() => {
                discard()
                setWrong({})
                save.reset()
              }}
            >
              {accountMessages.discardEdits()}
            </Button>
          )}
          {!dirty &&
            (save.isSuccess ? (
              <SavedMark>{accountMessages.saved()}</SavedMark>
            ) : (
              <span className="text-small text-fg-3">{accountMessages.noUnsavedEdits()}</span>
            ))}
        </div>
      </form>
    </Card>
  )
}
