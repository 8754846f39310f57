/** The fields with the id of a person in the data of events, at any depth. */
export const personFields: ReadonlySet<string> = new Set(['assignee_id', 'lead_id', 'owner_id', 'user_id'])

/** Stands for a person of another installation whose name did not come along. */
const nobody = '00000000-0000-0000-0000-000000000000'

const mapped = (value: unknown, person: (id: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapped(item, person))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      personFields.has(name) && typeof field === 'string' ? person(field) : mapped(field, person),
    ]),
  )
}

type Data = Readonly<Record<string, unknown>>

/** The ids of people in the data of an event. */
export const peopleIn = (data: Data): ReadonlySet<string> => {
  const ids = new Set<string>()
  mapped(data, (id) => {
    ids.add(id)
    return id
  })
  return ids
}

/** The ids of another installation in an imported event become those of the names here, never an account's. */
export const withOwnPeople = (data: Data, people: ReadonlyMap<string, string>): Record<string, unknown> => ({
  ...Object(mapped(data, (id) => people.get(id) ?? nobody)),
})
