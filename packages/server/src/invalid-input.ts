/** What a rule of a service found wrong with one field of a well-formed request. */
export interface Objection {
  /** Where it stands, such as ['body', 'new_password']. */
  at: readonly (string | number)[]
  reason: string
  /** The offending value; leave it out where it is a secret. */
  input?: unknown
  /** True where the field would have had to be there. */
  missing?: boolean
}

/** Answered as 422, worded like every other failed validation. */
export class InvalidInput extends Error {
  readonly objections: readonly Objection[]
  constructor(...objections: Objection[]) {
    super(objections.map(({ at, reason }) => `${at.join('.')}: ${reason}`).join('; '))
    this.name = 'InvalidInput'
    this.objections = objections
  }
}
