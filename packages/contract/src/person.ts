import { boolean, nullable } from './schema.ts'

/** Stands beside every name: without it a person could pass for another by choosing the same name. */
export const emailVerified = boolean({
  description: 'Whether the person has confirmed that their address is theirs.',
  examples: [true],
})

/** The same where there may be no person. */
export const emailVerifiedIfAny = nullable(emailVerified)
