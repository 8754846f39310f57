import type { BodyOf, Me, patchMe } from '@deal-canvas/contract'
import { useState } from 'react'
import { fieldsOf } from '../../ui/fields-of.ts'
import { stored } from '../../ui/stored.ts'

export const profileFields = ['first_name', 'last_name'] as const
export type ProfileField = (typeof profileFields)[number]
type Profile = Pick<Me, ProfileField>
/** Typed but unsaved values of the profile fields. */
export type ProfileDraft = { readonly [Field in ProfileField]?: string }

export const fieldText = (person: Profile, draft: ProfileDraft, field: ProfileField): string =>
  draft[field] ?? person[field] ?? ''

/** Only the fields that differ from the saved profile; an emptied field is cleared. */
export const changesOf = (person: Profile, draft: ProfileDraft): BodyOf<typeof patchMe> =>
  Object.fromEntries(
    profileFields
      .map((field) => [field, fieldText(person, draft, field).trim() || null] as const)
      .filter(([field, text]) => text !== (person[field] || null)),
  )

const parseDraft = (kept: string | undefined): ProfileDraft =>
  Object.fromEntries(
    Object.entries(fieldsOf(kept)).filter(([name, value]) => isField(name) && typeof value === 'string'),
  )

const isField = (name: string): name is ProfileField => profileFields.some((field) => field === name)

/** Edits survive a failed save, a reload and an ended session; they are deleted when saved or discarded. */
export const useProfileDraft = (person: Me) => {
  const name = `draft.profile.${person.id}`
  const [draft, setDraft] = useState(() => parseDraft(stored.read(name)))
  const keep = (next: ProfileDraft): void => {
    const unsaved = Object.keys(changesOf(person, next)).length > 0
    stored.write(name, unsaved ? JSON.stringify(next) : undefined)
    setDraft(next)
  }
  return {
    draft,
    edit: (field: ProfileField, text: string) => keep({ ...draft, [field]: text }),
    discard: () => keep({}),
  }
}
