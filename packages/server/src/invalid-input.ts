/** What a service found wrong with one field of a well-formed request. */
export interface Objection {
  /** Location of the field, such as ['body', 'new_password']. */
  at: readonly (string | number)[]
  reason: string
  /** The offending value; omit it if it is a secret. */
  input?: unknown
  /** Returned in the `ctx` of the failure to help the client, such as the nearest known keys. */
  context?: Readonly<Record<string, unknown>>
  /** True if the field is required but missing. */
  missing?: boolean
}

/** Returned as 422, in the format of every other failed validation. */
export class InvalidInput extends Error {
  readonly objections: readonly Objection[]
  constructor(...objections: Objection[]) {
    super(objections.map(({ at, reason }) => `${at.join('.')}: ${reason}`).join('; '))
    this.name = 'InvalidInput'
    this.objections = objections
  }
}
