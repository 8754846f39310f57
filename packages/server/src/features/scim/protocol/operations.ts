import { refuse } from '../../../domain-error.ts'
import { provisioningMessages as messages } from '../../../messages/provisioning.ts'
import { field, isRecord, requireSchema } from './attributes.ts'
import { maxPatchOperations } from './limits.ts'
import { type Path, parsePath } from './path.ts'

const urn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const kinds = ['add', 'replace', 'remove'] as const

/** One change of one attribute. */
export interface Operation {
  readonly op: (typeof kinds)[number]
  readonly path: Path
  readonly value: unknown
  /** From an operation without a path: its value can repeat attributes that cannot be changed, as Okta does. */
  readonly fromObject: boolean
}

const syntax = (detail: string): never => refuse('scim_invalid_syntax', { detail })

const readOperation = (given: unknown): Operation[] => {
  const record = isRecord(given) ? given : syntax(messages.operationUnknown())
  const named = field(record, 'op')
  // Microsoft Entra writes the names of operations with a capital.
  const op = kinds.find((kind) => typeof named === 'string' && named.toLowerCase() === kind)
  if (op === undefined) return syntax(messages.operationUnknown())
  const [path, value] = [field(record, 'path'), field(record, 'value')]
  if (typeof path === 'string' && path.trim() !== '') return [{ op, path: parsePath(path), value, fromObject: false }]
  if (op === 'remove') return refuse('scim_no_target', { detail: messages.removeWithoutPath() })
  if (!isRecord(value)) return syntax(messages.operationWithoutValue())
  // The keys of Microsoft Entra are themselves paths, such as "name.givenName".
  return Object.entries(value).map(([key, part]) => ({ op, path: parsePath(key), value: part, fromObject: true }))
}

/** Reads the body of a PATCH into single changes, in their order. */
export const readOperations = (body: Record<string, unknown>): Operation[] => {
  requireSchema(body, urn)
  const given = field(body, 'Operations')
  const list = Array.isArray(given) && given.length > 0 ? given : syntax(messages.operationUnknown())
  if (list.length > maxPatchOperations) syntax(messages.tooManyOperations({ limit: maxPatchOperations }))
  return list.flatMap(readOperation)
}
