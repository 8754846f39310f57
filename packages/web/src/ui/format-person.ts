import { uiMessages } from '../messages/ui.ts'

/** A name inside a sentence, without room for a badge. Null: no particular person. */
export const formatPerson = (name: string, verified: boolean | null): string =>
  verified === false ? uiMessages.unverifiedPerson({ name }) : name
