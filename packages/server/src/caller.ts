/** Where a request came from; shown to users in the list of their sessions. */
export interface Caller {
  readonly ip: string
  readonly userAgent: string | undefined
}
