import { uiMessages } from '../messages/ui.ts'

/** A name inside a sentence, where there is no room for a mark beside it. Null: nobody in particular did it. */
export const formatPerson = (name: string, verified: boolean | null): string =>
  verified === false ? uiMessages.unverifiedPerson({ name }) : name
