// Hostile values, generated from the schema they should break: the wrong type, one beyond a limit, text
// and numbers that make parsers and databases fail.

/** Raw JSON text that no JavaScript value serializes to. */
export class Spelt {
  constructor(text) {
    this.text = text
  }
}

export const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  '__defineGetter__',
]

export const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  'x\udbff',
  '\ufeff',
  '\ufffe\uffff',
  '\u202eevil\u202c',
  '\u200b\u200d\u2060',
  'e\u0301\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'ﷺ'.repeat(50),
  'İıſK',
  '\u2028\u2029',
  '\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
  '\u0007\u001b[31m',
  "' OR 1=1 --",
  '"; DROP TABLE deals; --',
  '$1 $2 %s %n {0} {{7*7}} <%= 7*7 %>',
  '\\x00\\u0000\\',
  '<script>alert(1)</script>',
  '../../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '%',
  '%00',
  '%2e%2e%2f',
  '_%_%',
  '[[',
  '[[going_in_cap_rate_pct]]'.repeat(50),
  '=1+1',
  'null',
  'undefined',
  'NaN',
  'true',
  '-0',
  '1e999',
  '0x10',
  '١٢٣',
  ' 1 ',
  '1_000',
  '9'.repeat(400),
  'a'.repeat(70_000),
  '(a+)+$'.repeat(200),
  '['.repeat(5_000),
  ...prototypeNames,
]

const numberSpellings = [
  '0',
  '-0',
  '-1',
  '0.5',
  '1.0',
  '1e0',
  '1e400',
  '-1e400',
  '1e-400',
  '5e-324',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740992',
  '9223372036854775807',
  '9223372036854775808',
  '1e15',
  '1e308',
  `1${'0'.repeat(500)}`,
  `0.${'3'.repeat(500)}`,
]

const others = () => [null, true, false, 0, 'text', [], {}, [[]], [null], { key: null }, new Spelt('1e400')]

const textOf = (length, chance) => (chance.is(0.5) ? 'x' : '😀').repeat(Math.max(0, length))

const nearWords = (word) => [
  word.toUpperCase(),
  ` ${word}`,
  `${word}\0`,
  `${word}\u200b`,
  word.slice(1),
  `${word}${word}`,
]

const uuid = '019a8f3e-7c1a-7b2e-9d4f-3a6b5c8d9e0f'
const byFormat = {
  uuid: [uuid.toUpperCase(), `{${uuid}}`, uuid.replaceAll('-', ''), `urn:uuid:${uuid}`, `${uuid} `, `${uuid}0`, '0'],
  email: [
    'a@b',
    '@',
    'a@@b.example',
    '"a b"@b.example',
    'a@[127.0.0.1]',
    `${'a'.repeat(250)}@b.example`,
    'ä@ö.example',
    'a@b.example\r\nBcc: all@b.example',
    'a@xn--.example',
    'A@B.EXAMPLE',
  ],
  'date-time': ['2026-02-30T00:00:00Z', '0000-01-01T00:00:00Z', '275760-09-13T00:00:00Z', '2026-11-15', 'now'],
}

const wrongText = (schema, chance) => {
  if (schema.enum !== undefined && chance.is(0.6)) return chance.pick(nearWords(String(chance.pick(schema.enum))))
  if (byFormat[schema.format] !== undefined && chance.is(0.6)) return chance.pick(byFormat[schema.format])
  const { minLength = 0, maxLength } = schema
  const lengths =
    maxLength === undefined ? [minLength - 1, minLength] : [minLength - 1, minLength, maxLength, maxLength + 1]
  return chance.is(0.4) ? textOf(chance.pick(lengths), chance) : chance.pick(hostileTexts)
}

const wrongNumber = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }, chance) => {
  const edges = [minimum, maximum, exclusiveMinimum, exclusiveMaximum].filter((edge) => edge !== undefined)
  if (edges.length === 0 || chance.is(0.4)) return new Spelt(chance.pick(numberSpellings))
  return chance.pick(edges) + chance.pick([-1, 0, 1, 0.5, -1e-9, 1e-9])
}

const wrongList = ({ minItems = 0, maxItems = 20, items }, valid, chance) => {
  if (chance.is(0.4)) return [hostileFor(items ?? {}, valid?.[0], chance)]
  const length = Math.max(0, chance.pick([minItems - 1, minItems, maxItems, maxItems + 1]))
  return Array.from({ length }, () => valid?.[0] ?? 'text')
}

const wrongMap = ({ properties = {}, additionalProperties }, valid, chance) => {
  const [name, schema] = chance.pick(Object.entries(properties)) ?? [
    chance.pick(prototypeNames),
    additionalProperties ?? {},
  ]
  const whole = { ...(typeof valid === 'object' ? valid : {}) }
  if (chance.is(0.2)) delete whole[name]
  else Object.defineProperty(whole, name, described(hostileFor(schema, whole[name], chance)))
  if (chance.is(0.2)) Object.defineProperty(whole, chance.pick(prototypeNames), described(chance.pick(others())))
  return whole
}

/** As an own property, even if its name is `__proto__`. */
const described = (value) => ({ value, enumerable: true, configurable: true, writable: true })

/** Something close to what the schema requires, or far from it. */
export const hostileFor = (schema, valid, chance) => {
  const kind = chance.pick([schema.type ?? 'any'].flat())
  if (kind === 'any' || chance.is(0.2)) return chance.pick([...others(), chance.pick(hostileTexts)])
  if (kind === 'string') return wrongText(schema, chance)
  if (kind === 'integer' || kind === 'number') return wrongNumber(schema, chance)
  if (kind === 'array') return wrongList(schema, valid, chance)
  if (kind === 'object') return wrongMap(schema, valid, chance)
  return chance.pick(others())
}

/** The JSON of a value, with raw texts inserted as they are. */
export const spellJson = (value) => {
  if (value instanceof Spelt) return value.text
  if (Array.isArray(value)) return `[${value.map(spellJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.keys(value).map((name) => `${JSON.stringify(name)}:${spellJson(value[name])}`)
  return `{${fields.join(',')}}`
}
