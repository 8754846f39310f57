import { InvalidInput } from '../../invalid-input.ts'
import { unfitInNames } from '../../unfit-in-names.ts'

const longest = 100

interface Rule {
  shortest: number
  needs: RegExp
  needed: string
}

const objection = (name: string, { shortest, needs, needed }: Rule): string | undefined => {
  const length = [...name].length
  if (length < shortest || length > longest) return `The name must have ${shortest} to ${longest} characters`
  if (unfitInNames.test(name)) return 'The name must not contain control characters or angle brackets'
  return needs.test(name) ? undefined : `The name must contain ${needed}`
}

const read = (given: string, rule: Rule): string => {
  const name = given.trim()
  const reason = objection(name, rule)
  if (reason !== undefined) throw new InvalidInput({ at: ['body', 'name'], reason, input: given })
  return name
}

/** The name of an organization, trimmed; one that breaks the rules is a failed validation. */
export const readOrgName = (given: string): string =>
  read(given, { shortest: 2, needs: /[\p{L}\p{Nd}]/u, needed: 'a letter or a digit' })

/** The same for a team, which may also be called 🚀, but not by a name that nobody sees. */
export const readTeamName = (given: string): string =>
  read(given, { shortest: 1, needs: /[\p{L}\p{N}\p{P}\p{S}]/u, needed: 'something to see' })
