import type { BodyOf, Operation, ParamsOf, QueryOf } from '@deal-canvas/contract'

/** A part that the operation does not have cannot be given; a part whose fields are all optional can be omitted. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value | undefined }
    : { readonly [K in Name]: Value }

/** Files are given as the FormData to send. */
type GivenBody<Op extends Operation> = Op['files'] extends object ? FormData : BodyOf<Op>

export type CallInput<Op extends Operation> = Part<'params', ParamsOf<Op>> &
  Part<'query', QueryOf<Op>> &
  Part<'body', GivenBody<Op>> & {
    readonly idempotencyKey?: string | undefined
    /** The version that the caller has seen; operations that check versions reject a stale one. */
    readonly ifMatch?: number | undefined
    /** First and last byte of a file to download, both inclusive; absent: the whole file. */
    readonly range?: { readonly start: number; readonly end: number } | undefined
    readonly signal?: AbortSignal | undefined
    /** Called with the fraction of the body that has been sent, 0 to 1; for files. */
    readonly onSent?: ((share: number) => void) | undefined
  }

/** The input itself can be omitted if nothing in it is required. */
export type CallArguments<Op extends Operation> =
  Record<never, never> extends CallInput<Op> ? [input?: CallInput<Op>] : [input: CallInput<Op>]
