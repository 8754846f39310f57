import { refuse } from '../../../domain-error.ts'
import { provisioningMessages as messages } from '../../../messages/provisioning.ts'
import { attributeName, type Filter, parseFilter } from './filter.ts'

/** A path of a PATCH operation: `name.givenName`, `emails[type eq "work"].value`. In lower case. */
export interface Path {
  readonly attribute: string
  readonly filter: Filter | undefined
  readonly sub: string | undefined
  /** As the client wrote it. */
  readonly text: string
}

const form = /^([a-z$][\w$-]*)(?:\.([a-z$][\w$-]*))?$/
const extension = /^urn:ietf:params:scim:schemas:extension:/

/** Whether a path leads into a schema extension, of which the service stores nothing. */
export const isExtension = (attribute: string): boolean => extension.test(attribute.toLowerCase())

const invalid = (text: string): never =>
  refuse('scim_invalid_path', { detail: messages.pathUnexpected({ path: text.slice(0, 100) }) })

const parseFilterOf = (inner: string, text: string): Filter => {
  try {
    return parseFilter(inner)
  } catch (error) {
    // A filter in a path is part of the path, so the client gets invalidPath.
    if (error instanceof Error && 'code' in error && error.code === 'scim_invalid_filter') return invalid(text)
    throw error
  }
}

export const parsePath = (text: string): Path => {
  const trimmed = text.trim()
  if (isExtension(trimmed)) return { attribute: trimmed.toLowerCase(), filter: undefined, sub: undefined, text }
  const [open, close] = [trimmed.indexOf('['), trimmed.lastIndexOf(']')]
  const hasFilter = open >= 0
  const plain = hasFilter ? trimmed.slice(0, open) + trimmed.slice(close + 1) : trimmed
  const [, attribute = invalid(text), sub] = form.exec(attributeName(plain)) ?? []
  if (!hasFilter) return { attribute, filter: undefined, sub, text }
  if (close < open || attribute !== attributeName(trimmed.slice(0, open))) invalid(text)
  return { attribute, filter: parseFilterOf(trimmed.slice(open + 1, close), text), sub, text }
}
