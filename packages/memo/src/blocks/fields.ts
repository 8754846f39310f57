/** What is wrong with a block, and where. */
export class BlockProblem extends Error {
  override readonly name = 'BlockProblem'
  readonly at: string

  constructor(at: string, message: string) {
    super(`${at === '' ? 'block' : at}: ${message}`)
    this.at = at
  }
}

const metricKey = /^[a-z0-9_]{1,80}$/

/** The fields of an object; each reader throws if the field is not what it should be. */
export interface Fields {
  has(name: string): boolean
  /** The field as an object to spread, so that an absent one stays absent. */
  optional<Name extends string, Value>(name: Name, read: () => Value): { [Key in Name]?: Value }
  text(name: string, max: number): string
  texts(name: string, max: number, maxItems: number): string[]
  form(name: string, form: RegExp): string
  forms(name: string, form: RegExp, maxItems: number): string[]
  metric(name: string): string
  metrics(name: string, maxItems: number): string[]
  flag(name: string): boolean
  integer(name: string, min: number, max: number): number
  numbers(name: string, maxItems: number): number[]
  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice
  object<Value>(name: string, read: (fields: Fields) => Value): Value
  list<Value>(name: string, maxItems: number, read: (fields: Fields) => Value): Value[]
}

/** Reads the fields of an object that came from outside. */
export const createFields = (value: unknown, at: string): Fields => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BlockProblem(at, 'must be an object')
  const given = value as Readonly<Record<string, unknown>>
  const placeOf = (name: string | number): string => (at === '' ? `${name}` : `${at}.${name}`)
  const fail = (name: string, message: string): never => {
    throw new BlockProblem(placeOf(name), message)
  }

  const asText = (name: string, found: unknown, max: number): string => {
    if (typeof found !== 'string' || found.trim() === '') return fail(name, 'must be a text')
    return found.length > max ? fail(name, `must not be longer than ${max} characters`) : found
  }
  const asForm = (name: string, found: unknown, form: RegExp): string =>
    typeof found === 'string' && form.test(found) ? found : fail(name, `must have the form ${form.source}`)
  const items = (name: string, max: number): unknown[] => {
    const found = given[name]
    if (!Array.isArray(found) || found.length === 0) return fail(name, 'must be a list with at least one item')
    return found.length > max ? fail(name, `must not have more than ${max} items`) : found
  }
  const distinct = (name: string, found: string[]): string[] =>
    new Set(found).size < found.length ? fail(name, 'must not repeat an item') : found

  return {
    has: (name) => given[name] !== undefined,

    optional: <Name extends string, Value>(name: Name, read: () => Value): { [Key in Name]?: Value } =>
      given[name] === undefined || given[name] === null ? {} : ({ [name]: read() } as { [Key in Name]: Value }),

    text: (name, max) => asText(name, given[name], max),
    texts: (name, max, maxItems) =>
      distinct(
        name,
        items(name, maxItems).map((item) => asText(name, item, max)),
      ),
    form: (name, form) => asForm(name, given[name], form),
    forms: (name, form, maxItems) =>
      distinct(
        name,
        items(name, maxItems).map((item) => asForm(name, item, form)),
      ),
    metric: (name) => asForm(name, given[name], metricKey),
    metrics: (name, maxItems) =>
      distinct(
        name,
        items(name, maxItems).map((item) => asForm(name, item, metricKey)),
      ),
    flag: (name) => {
      const found = given[name]
      return typeof found === 'boolean' ? found : fail(name, 'must be true or false')
    },
    integer: (name, min, max) => {
      const found = given[name]
      return Number.isInteger(found) && (found as number) >= min && (found as number) <= max
        ? (found as number)
        : fail(name, `must be an integer from ${min} to ${max}`)
    },
    numbers: (name, maxItems) =>
      items(name, maxItems).map((item) =>
        typeof item === 'number' && Number.isFinite(item) ? item : fail(name, 'must hold numbers only'),
      ),
    oneOf: <Choice extends string>(name: string, choices: readonly Choice[]): Choice =>
      choices.find((choice) => choice === given[name]) ?? fail(name, `must be one of ${choices.join(', ')}`),
    object: <Value>(name: string, read: (fields: Fields) => Value): Value =>
      read(createFields(given[name], placeOf(name))),
    list: <Value>(name: string, maxItems: number, read: (fields: Fields) => Value): Value[] =>
      items(name, maxItems).map((item, n) => read(createFields(item, placeOf(`${name}.${n}`)))),
  }
}
