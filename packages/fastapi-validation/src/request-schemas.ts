import type { TSchema } from 'typebox'

/** The schemas that requests are validated against. */
export interface RequestSchemas {
  /** Names the request in the error if a schema is not supported. */
  readonly id: string
  readonly params?: TSchema | undefined
  readonly query?: TSchema | undefined
  readonly body?: TSchema | undefined
  /** True if the body can be absent; it is then validated as an empty object. */
  readonly bodyOptional?: boolean | undefined
  /** If the body is a form with files, the field of the files. The caller reads the form itself. */
  readonly files?: { readonly field: string } | undefined
}
