import { maxOrgNameLength, minOrgNameLength, minTeamNameLength } from '@deal-canvas/contract'
import { InvalidInput } from '../../invalid-input.ts'
import { organizationMessages } from '../../messages/organizations.ts'
import { requestMessages } from '../../messages/requests.ts'
import { unfitInNames } from '../../unfit-in-names.ts'

interface Rule {
  shortest: number
  needs: RegExp
  /** Message if it does not match. */
  objection: string
}

const objection = (name: string, { shortest, needs, objection: missing }: Rule): string | undefined => {
  const length = [...name].length
  if (length < shortest || length > maxOrgNameLength)
    return organizationMessages.nameLength({ min: shortest, max: maxOrgNameLength })
  if (unfitInNames.test(name)) return requestMessages.nameCharacters()
  return needs.test(name) ? undefined : missing
}

const read = (given: string, rule: Rule): string => {
  const name = given.trim()
  const reason = objection(name, rule)
  if (reason !== undefined) throw new InvalidInput({ at: ['body', 'name'], reason, input: given })
  return name
}

/** The trimmed name of an organization. Throws a validation error if it breaks the rules. */
export const readOrgName = (given: string): string =>
  read(given, {
    shortest: minOrgNameLength,
    needs: /[\p{L}\p{Nd}]/u,
    objection: organizationMessages.organizationNameWithoutLetter(),
  })

/** Same for a team, whose name can also be 🚀, but not invisible. */
export const readTeamName = (given: string): string =>
  read(given, {
    shortest: minTeamNameLength,
    needs: /[\p{L}\p{N}\p{P}\p{S}]/u,
    objection: organizationMessages.teamNameInvisible(),
  })
