// A valid request for an operation, built from its description and the things of a tenant.
import { randomUUID } from 'node:crypto'
import { exampleOf } from './contract.mjs'
import { fileOf, password } from './tenant.mjs'

/** Values that are the same in every tenant, and values that a field of that name needs to be valid. */
const commonWords = ({ metric, avatarId }) => ({
  section_key: 'executive_summary',
  metric_key: metric.metric_key,
  sheet: metric.source.sheet,
  cell: metric.source.cell,
  current_password: password,
  avatar_url: 'https://example.com/picture.png',
  // Avatars are public, so every tenant can load it.
  avatar_id: avatarId,
  seq: 1,
  range: 'A1:C5',
})

/** The values that refer to one tenant's things. */
export const valuesOf = (tenant, references = tenant.references) => ({ ...commonWords(tenant), ...references })

/** Path parameters whose example is valid in every tenant. */
const isCommon = ({ schema }) => schema.examples !== undefined

export class NoRequest extends Error {}

const paramValue = (parameter, values) => {
  if (Object.hasOwn(values, parameter.name)) return values[parameter.name]
  if (isCommon(parameter)) return exampleOf(parameter.schema)
  throw new NoRequest(`nothing is known to stand for {${parameter.name}}`)
}

/** The example with the tenant's values filled in. */
const filledIn = (example, values) => {
  if (Array.isArray(example)) return example.map((item) => filledIn(item, values))
  if (typeof example !== 'object' || example === null) return example
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      Object.hasOwn(values, name) ? values[name] : filledIn(value, values),
    ]),
  )
}

const isFile = ({ format, items }) => format === 'binary' || items?.format === 'binary'

/** A multipart form of files and texts, and its boundary. */
export const formBody = (parts) => {
  const boundary = `part-${randomUUID()}`
  const pieces = parts.flatMap(({ name, fileName, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`,
    content,
    '\r\n',
  ])
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}

const formParts = ({ properties }, values) =>
  Object.entries(properties)
    .filter(([name, schema]) => isFile(schema) || Object.hasOwn(values, name))
    .map(([name, schema]) => {
      if (!isFile(schema)) return { name, content: String(values[name]) }
      const [fileName, content] = fileOf(name, 'harmless')
      return { name, fileName, content }
    })

/** The parts of a request: everything required, plus either all optional fields or the named ones. */
export const wellFormed = (operation, values, { given = true } = {}) => {
  const params = Object.fromEntries(operation.params.map((param) => [param.name, paramValue(param, values)]))
  const query = operation.query
    .filter(({ name, required }) => required || (given === true && Object.hasOwn(values, name)))
    .map(({ name, schema }) => [name, String(values[name] ?? exampleOf(schema))])
  const { body } = operation
  if (body === undefined) return { params, query }
  if (body.mediaType === 'multipart/form-data') return { params, query, form: formParts(body.schema, values) }
  if (body.mediaType !== 'application/json') throw new NoRequest(`a body of ${body.mediaType} is not known`)
  const all = filledIn(body.example ?? exampleOf(body.schema), values)
  const needed = new Set([...(body.schema.required ?? []), ...(given === true ? Object.keys(all) : given)])
  return { params, query, json: Object.fromEntries(Object.entries(all).filter(([name]) => needed.has(name))) }
}

export const targetOf = ({ path }, { params, query }) => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name]))
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query)}`
}

export const bodyOf = ({ json, form }) => {
  if (form !== undefined) return formBody(form)
  return json === undefined ? {} : { body: Buffer.from(JSON.stringify(json)), contentType: 'application/json' }
}

/** The references to a tenant's things in a request, by field name. */
export const referencesIn = (request, references) => {
  const names = new Set([...Object.keys(request.params), ...request.query.map(([name]) => name)])
  const look = (value) => {
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      names.add(name)
      look(inner)
    }
  }
  look(request.json)
  for (const { name } of request.form ?? []) names.add(name)
  return [...names].filter((name) => Object.hasOwn(references, name))
}
