import { digestJson, digestText } from '../audit-trail/index.ts'
import type { SignatureRow, StoredSignOff } from './sign-offs.store.ts'
import { presentState } from './voted-state.ts'

type Named = Pick<StoredSignOff, 'id' | 'subject' | 'label'>
type Signed = Omit<SignatureRow, 'signedAt'>

/**
 * Who signed is signed as the actor of its event: an import of the deal gives them another id. The label is a part of
 * it, so that a signature cannot become one for something else.
 */
export const digestSignature = ({ id, subject, label }: Named, { salt, note, ...state }: Signed): string =>
  digestText(salt, JSON.stringify([id, subject, label, note, ...Object.values(presentState(state))]))

/** Of all sign-offs, signed or not: one that is removed later is missing too. Null: there is none. */
export const digestSignOffs = (signOffs: readonly (Named & { signature: Signed | null })[]): string | null =>
  signOffs.length === 0
    ? null
    : digestJson(
        signOffs
          .map((one): [string, string | null] => [one.id, one.signature && digestSignature(one, one.signature)])
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
