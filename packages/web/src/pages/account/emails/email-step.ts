/** The current step: none, typing a new address, or entering the code of one. */
export type EmailStep =
  | { readonly at: 'list' }
  | { readonly at: 'add' }
  /** `minutes`: a code was sent just now and is good for so long. */
  | { readonly at: 'code'; readonly email: string; readonly minutes?: number }
