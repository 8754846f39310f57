import { refuse } from '../../../domain-error.ts'
import { provisioningMessages as messages } from '../../../messages/provisioning.ts'
import {
  type Attribute,
  attributeOf,
  type ListAttribute,
  type ObjectAttribute,
  type Resource,
  readValue,
  type Schema,
  type Value,
} from './attributes.ts'
import { impliedBy, matches } from './matches.ts'
import type { Operation } from './operations.ts'
import { isExtension, type Path } from './path.ts'

const unknown = ({ text }: Path): never =>
  refuse('scim_invalid_path', { detail: messages.pathUnknown({ path: text.slice(0, 100) }) })

const without = (resource: Resource, name: string): Resource =>
  Object.fromEntries(Object.entries(resource).filter(([key]) => key !== name))

const isRemoval = ({ op, value }: Operation): boolean => op === 'remove' || value === null || value === undefined

const subOf = (attribute: ObjectAttribute | ListAttribute, path: Path): Attribute =>
  attributeOf(attribute.of, path.sub ?? '') ?? unknown(path)

/** A removed value is absent; others are merged, so that what is not given stays as it is. */
const changeObject = (before: Resource, attribute: ObjectAttribute, operation: Operation): Resource | undefined => {
  if (operation.path.sub !== undefined) return changeField(before, subOf(attribute, operation.path), operation)
  if (isRemoval(operation)) return undefined
  return { ...before, ...(readValue(operation.value, attribute) as Resource) }
}

const changeField = (before: Resource, attribute: Attribute, operation: Operation): Resource =>
  isRemoval(operation)
    ? without(before, attribute.name)
    : { ...before, [attribute.name]: readValue(operation.value, attribute) }

/** At most one value is primary: the one that became it last. */
const withOnePrimary = (values: readonly Resource[], changed: ReadonlySet<Resource>): readonly Resource[] => {
  const chosen = values.findLast((value) => value['primary'] === true && changed.has(value))
  return chosen === undefined
    ? values
    : values.map((value) => (value === chosen || value['primary'] !== true ? value : { ...value, primary: false }))
}

const sameValue = (one: Resource, other: Resource): boolean =>
  String(one['value'] ?? '').toLowerCase() === String(other['value'] ?? '').toLowerCase()

const changeMatching = (before: readonly Resource[], attribute: ListAttribute, operation: Operation) => {
  const { path } = operation
  const { filter } = path
  const isMatch = (value: Resource): boolean => filter === undefined || matches(filter, value)
  const change = (value: Resource): Resource =>
    path.sub === undefined
      ? { ...value, ...(readValue([operation.value], attribute) as readonly Resource[])[0] }
      : changeField(value, subOf(attribute, path), operation)
  if (path.sub === undefined && isRemoval(operation)) return before.filter((value) => !isMatch(value))
  if (before.some(isMatch)) {
    const after = before.map((value) => (isMatch(value) ? change(value) : value))
    return withOnePrimary(after, new Set(after.filter((value) => !before.includes(value))))
  }
  if (operation.op !== 'add') return refuse('scim_no_target', { detail: messages.noMatch({ path: path.text }) })
  // Microsoft Entra adds an address by setting the value of one that does not exist yet.
  const implied = filter === undefined ? {} : Object.fromEntries(impliedBy(filter))
  const added = change((readValue([implied], attribute) as readonly Resource[])[0] ?? {})
  return withOnePrimary([...before, added], new Set([added]))
}

const changeList = (before: readonly Resource[], attribute: ListAttribute, operation: Operation) => {
  const { op, path, value } = operation
  if (path.filter !== undefined || path.sub !== undefined) return changeMatching(before, attribute, operation)
  if (op !== 'remove' && isRemoval(operation)) return []
  if (op === 'remove' && (value === undefined || value === null)) return []
  const given = readValue(value, attribute) as readonly Resource[]
  if (op === 'remove') return before.filter((one) => !given.some((other) => sameValue(one, other)))
  if (op === 'replace') return given
  const kept = before.filter((one) => !given.some((other) => sameValue(one, other)))
  return withOnePrimary([...kept, ...given], new Set(given))
}

const changeAttribute = (before: Value | undefined, attribute: Attribute, operation: Operation): Value | undefined => {
  if (attribute.kind === 'list') return changeList((before ?? []) as readonly Resource[], attribute, operation)
  if (operation.path.filter !== undefined) return unknown(operation.path)
  if (attribute.kind === 'object') return changeObject((before ?? {}) as Resource, attribute, operation)
  if (operation.path.sub !== undefined) return unknown(operation.path)
  return isRemoval(operation) ? undefined : readValue(operation.value, attribute)
}

/** Whether the service stores the attribute of a path; refuses one that cannot be changed or does not exist. */
export const isStored = ({ path, fromObject }: Operation, schema: Schema): boolean => {
  if (isExtension(path.attribute) || schema.ignored.includes(path.attribute)) return false
  if (schema.readOnly.includes(path.attribute)) {
    return fromObject ? false : refuse('scim_mutability', { detail: messages.readOnly({ attribute: path.attribute }) })
  }
  return true
}

const applyOne = (resource: Resource, operation: Operation, schema: Schema): Resource => {
  const attribute = attributeOf(schema.attributes, operation.path.attribute) ?? unknown(operation.path)
  const value = changeAttribute(resource[attribute.name], attribute, operation)
  return value === undefined ? without(resource, attribute.name) : { ...resource, [attribute.name]: value }
}

/** Applies the operations in their order. Either all of them apply or the first that does not is refused. */
export const applyOperations = (resource: Resource, operations: readonly Operation[], schema: Schema): Resource =>
  operations
    .filter((operation) => isStored(operation, schema))
    .reduce((before, operation) => applyOne(before, operation, schema), resource)
