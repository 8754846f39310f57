import { domainToASCII } from 'node:url'
import { email as emailSchema, maxDisplayNameLength, maxPersonNameLength } from '@deal-canvas/contract'
import { compile, createReport } from '@deal-canvas/fastapi-validation'
import { refuse } from '../../domain-error.ts'
import { provisioningMessages as messages } from '../../messages/provisioning.ts'
import { normalEmail } from '../../platform/normal-email.ts'
import { unfitInNames } from '../../unfit-in-names.ts'
import type { PersonRow } from './people.store.ts'
import type { Resource } from './protocol/attributes.ts'

/** A person as the identity provider describes them. */
export interface DescribedUser {
  userName: string
  email: string
  externalId: string | null
  firstName: string | null
  lastName: string | null
  displayName: string
  /** Undefined: as before. */
  active: boolean | undefined
}

const invalid = (detail: string): never => refuse('scim_invalid_value', { detail })

const textOf = (resource: Resource | undefined, name: string): string | undefined => {
  const value = resource?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

const judgeEmail = compile(emailSchema(), 'json', 'SCIM email')

const readEmail = (given: string): string => {
  const report = createReport()
  const email = report.at('email', judgeEmail, given)
  return report.failures.length === 0 && typeof email === 'string'
    ? normalEmail(email)
    : invalid(messages.emailInvalid())
}

/** The primary address, otherwise the first; identity providers that send none use an address as the user name. */
const addressOf = (resource: Resource): string => {
  const emails = (resource['emails'] ?? []) as readonly Resource[]
  const named = emails.filter((one) => textOf(one, 'value') !== undefined)
  const chosen = named.find((one) => one['primary'] === true) ?? named[0]
  return textOf(chosen, 'value') ?? textOf(resource, 'userName') ?? invalid(messages.emailExpected())
}

const readName = (given: string | undefined, limit = maxPersonNameLength): string | null => {
  if (given === undefined) return null
  return [...given].length <= limit && !unfitInNames.test(given) ? given : invalid(messages.nameInvalid({ limit }))
}

/** Reads a whole user, as a POST or PUT sends it or a PATCH leaves it. */
export const readUser = (resource: Resource): DescribedUser => {
  const userName = textOf(resource, 'userName') ?? invalid(messages.required({ attribute: 'userName' }))
  const name = resource['name'] as Resource | undefined
  const [firstName, lastName] = [readName(textOf(name, 'givenName')), readName(textOf(name, 'familyName'))]
  const joined = [firstName, lastName].filter((part) => part !== null).join(' ')
  const shown = textOf(resource, 'displayName') ?? textOf(name, 'formatted')
  const email = readEmail(addressOf(resource))
  return {
    userName,
    email,
    externalId: textOf(resource, 'externalId') ?? null,
    firstName,
    lastName,
    displayName: readName(shown, maxDisplayNameLength) || joined || (email.split('@')[0] ?? email),
    active: resource['active'] === undefined ? undefined : resource['active'] === true,
  }
}

/** The domain of an address as DNS has it. */
export const domainOf = (email: string): string => domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

/** A stored person as the resource that a PATCH changes. */
export const resourceOf = (person: PersonRow): Resource => ({
  userName: person.userName,
  ...(person.externalId === null ? {} : { externalId: person.externalId }),
  displayName: person.displayName,
  active: person.role !== null,
  name: nameOf(person),
  emails: [{ value: person.email, type: 'work', primary: true }],
})

export const nameOf = ({ firstName, lastName, displayName }: PersonRow) => ({
  formatted: displayName,
  ...(firstName === null ? {} : { givenName: firstName }),
  ...(lastName === null ? {} : { familyName: lastName }),
})
