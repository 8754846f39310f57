// Every operation of the service as its OpenAPI file describes it, and who can call it. No route is hard-coded here:
// one that is added later is covered automatically.
import { readFile } from 'node:fs/promises'

const file = new URL('../../contract/openapi.json', import.meta.url)

/** The file states access in a sentence; one that cannot be parsed must not pass for an operation open to anyone. */
const sentences = [
  [/^Anyone\.$/, () => ({ kind: 'public' })],
  [/^Whoever holds the refresh cookie\.$/, () => ({ kind: 'refresh_cookie' })],
  [/^Any signed-in user\.$/, () => ({ kind: 'signed_in' })],
  [/^Superadmins\.$/, () => ({ kind: 'superadmin' })],
  [/^Admins and owners of organizations, for the users of these; superadmins for anyone\.$/, () => ({ kind: 'admin' })],
  [
    /^Members of the organization with at least the role (\w+), and superadmins\.$/,
    (role) => ({ kind: 'org_role', role }),
  ],
  [/^Members of the deal with at least the role (\w+)\.$/, (role) => ({ kind: 'deal_role', role })],
  [/^Whoever runs the service: from this machine, or with the metrics token\.$/, () => ({ kind: 'operator' })],
]

const accessOf = (description) => {
  const [, sentence = ''] = description.split('Who may call it: ')
  for (const [form, read] of sentences) {
    const found = form.exec(sentence)
    if (found !== null) return read(...found.slice(1))
  }
  throw new Error(`Who may call it is said in a way that is not understood: ${description}`)
}

const onlyEntry = (content = {}) => {
  const [[mediaType, { schema, example } = {}] = []] = Object.entries(content)
  return mediaType === undefined ? undefined : { mediaType, schema, example }
}

const operationOf = (path, method, described) => {
  const parameters = (place) => described.parameters.filter((parameter) => parameter.in === place)
  const content = onlyEntry(described.requestBody?.content)
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    access: accessOf(described.description),
    params: parameters('path'),
    query: parameters('query'),
    headers: parameters('header'),
    body: content === undefined ? undefined : { ...content, isRequired: described.requestBody.required },
    answers: Object.entries(described.responses).map(([status, { description, content: body }]) => ({
      status: Number(status),
      codes: [...description.matchAll(/`(\w+)`:/g)].map(([, code]) => code),
      content: onlyEntry(body),
    })),
  }
}

/** The same with every reference replaced by its schema: the callers look at shapes, not at names. */
const withoutReferences = (value, schemas) => {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, oneOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutReferences(inner, schemas)]),
  )
  if ($ref !== undefined) return { ...withoutReferences(schemas[$ref.split('/').at(-1)], schemas), ...rest }
  if (oneOf?.[1]?.type === 'null') return { ...oneOf[0], type: [oneOf[0].type, 'null'], ...rest }
  return oneOf === undefined ? rest : { oneOf, ...rest }
}

export const readContract = async () => {
  const written = JSON.parse(await readFile(file, 'utf8'))
  const { paths } = withoutReferences(written, written.components.schemas)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(path, method, described)),
  )
  // A path without parameters takes precedence over one with them, as in the router.
  const routes = operations
    .map((operation) => ({ operation, form: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
    .toSorted((a, b) => a.operation.params.length - b.operation.params.length)
  return {
    document: written,
    operations,
    /** The operation that a request for this target reaches. */
    operationAt: (method, target) => {
      const path = target.split(/[?#]/)[0]
      const asked = method === 'HEAD' ? 'GET' : method
      return routes.find(({ operation, form }) => operation.method === asked && form.test(path))?.operation
    },
  }
}

/** A value that the schema allows, with its own text. */
export const exampleOf = (schema) => {
  const [kind] = [schema.type ?? 'any'].flat()
  if (schema.examples !== undefined) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  if (kind === 'integer' || kind === 'number') return schema.minimum ?? 1
  if (kind === 'boolean') return true
  if (kind === 'array') return [exampleOf(schema.items)]
  if (kind === 'object') {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(field)]))
  }
  return { uuid: '019a8f3e-7c1a-7b2e-9d4f-3a6b5c8d9e0f', email: 'someone@example.com' }[schema.format] ?? 'text'
}
