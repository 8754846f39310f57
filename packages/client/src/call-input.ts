import type { BodyOf, Operation, ParamsOf, QueryOf } from '@deal-canvas/contract'

/** A part that the operation lacks cannot be given; one whose fields are all optional may be left out. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { readonly [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value | undefined }
    : { readonly [K in Name]: Value }

/** Files are given as the form in which they are sent. */
type GivenBody<Op extends Operation> = Op['files'] extends object ? FormData : BodyOf<Op>

export type CallInput<Op extends Operation> = Part<'params', ParamsOf<Op>> &
  Part<'query', QueryOf<Op>> &
  Part<'body', GivenBody<Op>> & {
    readonly idempotencyKey?: string | undefined
    /** The version that the caller has seen; where the operation knows versions, a stale one is refused. */
    readonly ifMatch?: number | undefined
    readonly signal?: AbortSignal | undefined
    /** Told how much of the body is sent, 0 to 1; for files. */
    readonly onSent?: ((share: number) => void) | undefined
  }

/** The input itself may be left out where nothing in it is required. */
export type CallArguments<Op extends Operation> =
  Record<never, never> extends CallInput<Op> ? [input?: CallInput<Op>] : [input: CallInput<Op>]
