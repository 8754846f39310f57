import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import { readBoundedJson } from '../../platform/bounded-json.ts'
import { isId } from '../../platform/ids.ts'

/** Where the next page of requests starts: after the one with this place in the order, and this id. */
export interface RequestPlace {
  orderKey: string
  id: string
}

const keyForm = /^[01]\d{8,13}$/

/** A cursor that the service did not issue fails validation instead of causing a database error. */
export const readRequestCursor = (cursor: string | undefined): RequestPlace | undefined => {
  if (cursor === undefined) return undefined
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const read = readBoundedJson(text, { maxBytes: 4_096, maxDepth: 1 })
  const [orderKey, id]: unknown[] = read.ok && Array.isArray(read.value) ? read.value : []
  if (typeof orderKey !== 'string' || typeof id !== 'string' || !keyForm.test(orderKey) || !isId(id))
    throw new InvalidInput({ at: ['query', 'cursor'], reason: requestMessages.cursorInvalid(), input: cursor })
  return { orderKey, id }
}
