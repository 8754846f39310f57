import { ApiError } from '@deal-canvas/client'
import type { Me } from '@deal-canvas/contract'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { changesOf, fieldText, type ProfileField, profileFields, useProfileDraft } from './profile-draft.ts'
import { SavedMark } from './saved-mark.tsx'
import { usePatchMe } from './use-patch-me.ts'

type Wrong = { readonly [Field in ProfileField]?: string | undefined }

/** The content policy shows pictures from https addresses only; saving another would show nothing. */
const pictureProblem = (address: string): string | undefined =>
  address === '' || (URL.canParse(address) && new URL(address).protocol === 'https:')
    ? undefined
    : 'Enter an address that starts with https://'

export const ProfileCard = ({ person }: { person: Me }) => {
  const { draft, edit, discard } = useProfileDraft(person)
  const [wrong, setWrong] = useState<Wrong>({})
  const save = usePatchMe()
  const form = useRef<HTMLFormElement>(null)
  const changes = changesOf(person, draft)
  const dirty = Object.keys(changes).length > 0
  const picture = fieldText(person, draft, 'avatar_url').trim()

  // Focus goes to the first field that has to be put right.
  useEffect(() => {
    const first = profileFields.find((field) => wrong[field] !== undefined)
    if (first !== undefined) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }, [wrong])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (save.isPending || !dirty) return
    const problem = pictureProblem(picture)
    setWrong({ avatar_url: problem })
    if (problem !== undefined) return
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
    <Card title="Profile">
      <form ref={form} className="grid gap-4 p-[14px]" noValidate onSubmit={submit}>
        {save.isError && !ofFields && <Note tone="red">Not saved, your edits are kept. {sentenceFor(save.error)}</Note>}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field {...field('first_name', 'First name')} autoComplete="given-name" maxLength={100} />
          <Field {...field('last_name', 'Last name')} autoComplete="family-name" maxLength={100} />
        </div>
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <Field
              {...field('avatar_url', 'Picture')}
              type="url"
              autoComplete="photo"
              placeholder="https://"
              maxLength={2000}
              hint="The address of a picture. Without one your initials are shown"
            />
          </div>
          <div className="pt-[24px]">
            <Avatar
              id={person.id}
              name={person.display_name}
              picture={pictureProblem(picture) === undefined ? picture : ''}
              size="medium"
            />
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" busy={save.isPending} idle={!dirty}>
            Save profile
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
              Discard edits
            </Button>
          )}
          {!dirty &&
            (save.isSuccess ? (
              <SavedMark>Saved</SavedMark>
            ) : (
              <span className="text-small text-fg-3">No unsaved edits</span>
            ))}
        </div>
      </form>
    </Card>
  )
}
