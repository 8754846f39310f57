/** What is being done with the addresses: nothing, a new one typed, or the code of one entered. */
export type EmailStep =
  | { readonly at: 'list' }
  | { readonly at: 'add' }
  /** `minutes`: a code was sent just now and is good for so long. */
  | { readonly at: 'code'; readonly email: string; readonly minutes?: number }
