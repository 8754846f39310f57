import type { Present } from '@deal-canvas/contract'
import { formatPerson } from '../../../ui/format-person.ts'

export interface PersonHere {
  readonly userId: string
  readonly name: string
  readonly picture: string | null
  readonly sectionKey: string | null
}

/** Other users on the canvas, each once however many windows they have open. */
export interface PeopleHere {
  readonly all: readonly PersonHere[]
  readonly bySection: ReadonlyMap<string, readonly PersonHere[]>
}

export const nobodyHere: PeopleHere = { all: [], bySection: new Map() }

const isSame = (a: readonly PersonHere[], b: readonly PersonHere[]): boolean =>
  a.length === b.length && a.every((person, index) => person.userId === b[index]?.userId)

/** The users on the canvas. A section where nobody joined or left keeps its array, so that it does not re-render. */
export const peopleHere = (present: readonly Present[], myId: string, before: PeopleHere): PeopleHere => {
  const people = new Map<string, PersonHere>()
  for (const { user_id, display_name, email_verified, avatar_url, section_key } of present) {
    if (user_id === myId) continue
    const known = people.get(user_id)
    people.set(user_id, {
      userId: user_id,
      name: formatPerson(display_name, email_verified),
      picture: avatar_url,
      sectionKey: section_key ?? known?.sectionKey ?? null,
    })
  }
  const all = [...people.values()]
  const bySection = new Map<string, readonly PersonHere[]>()
  for (const key of new Set(all.map(({ sectionKey }) => sectionKey))) {
    if (key === null) continue
    const inIt = all.filter(({ sectionKey }) => sectionKey === key)
    const known = before.bySection.get(key)
    bySection.set(key, known !== undefined && isSame(known, inIt) ? known : inIt)
  }
  return { all, bySection }
}
