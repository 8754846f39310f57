import { boolean, nullable } from './schema.ts'

/** Shown next to every name: otherwise a person could impersonate another by choosing the same name. */
export const emailVerified = boolean({
  description: 'Whether the person has confirmed that their address is theirs.',
  examples: [true],
})

/** The same, if there may be no person. */
export const emailVerifiedIfAny = nullable(emailVerified)
