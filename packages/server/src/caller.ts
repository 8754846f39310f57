/** Where a request came from; shown to people in the list of their sessions. */
export interface Caller {
  readonly ip: string
  readonly userAgent: string | undefined
}
