// Bodies whose bytes are wrong, whatever they contain: invalid or repeated JSON, other encodings, forms cut in odd
// places.
import { gzipSync } from 'node:zlib'
import { hostileTexts, prototypeNames, spellJson } from './hostile-values.mjs'
import { formBody } from './well-formed.mjs'

const bytes = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)))

const inside = (text, more) => (text === '{}' ? `{${more}}` : `{${more},${text.slice(1)}`)

/** Ways to write a valid JSON object badly. */
const jsonTricks = [
  (text) => bytes(text.slice(0, -1)),
  (text) => bytes(text, text),
  (text) => bytes(text, ' trailing'),
  (text) => bytes('\ufeff', text),
  (text) => Buffer.from(text, 'utf16le'),
  (text) => bytes([0xff, 0xfe], Buffer.from(text, 'utf16le')),
  (text) => bytes(text.slice(0, 2), [0xc0, 0xaf], text.slice(2)),
  (text) => bytes(text.slice(0, 2), [0xed, 0xa0, 0x80], text.slice(2)),
  (text) => bytes(text.slice(0, 2), [0xff], text.slice(2)),
  (text) => bytes(text.slice(0, 2), [0], text.slice(2)),
  (text) => bytes(text.replaceAll('"', "'")),
  (text) => bytes(text.replace(/}$/, ',}')),
  (text) => bytes(`/* */${text}`),
  (text) => bytes(`${' '.repeat(100_000)}${text}`),
  () => bytes('['.repeat(100_000)),
  () => bytes(`${'['.repeat(2_000)}${']'.repeat(2_000)}`),
  (text) => bytes(inside(text, `"deep":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`)),
  (text) => bytes(inside(text, `"long":"${'y'.repeat(1024 * 1024)}"`)),
  (text) => bytes(inside(text, `"huge":${'9'.repeat(50_000)}`)),
  (text) => bytes(inside(text, Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join(','))),
  (text) => bytes(inside(text, '"\\ud800":"\\udfff"')),
  (text) => bytes(inside(text, prototypeNames.map((name) => `"${name}":{"isAdmin":true}`).join(','))),
  ...['null', 'true', '0', '""', '[]', '{}', '', ' ', 'NaN', 'Infinity', '-', '1e', '"\\x"', '"\\ud800"', '[1,]'].map(
    (whole) => () => bytes(whole),
  ),
]

/** Repeats one field: first valid and then invalid, or the other way round. */
const repeatedField = (json, chance) => {
  const name = chance.pick(Object.keys(json))
  if (name === undefined) return bytes('{"a":1,"a":2}')
  const text = spellJson(json)
  const again = `${JSON.stringify(name)}:${spellJson(chance.pick(hostileTexts))}`
  return chance.is(0.5) ? bytes(inside(text, again)) : bytes(`${text.slice(0, -1)},${again}}`)
}

const contentTypes = [
  undefined,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json; charset="utf-8"; charset=x',
  'application/jsonx',
  'application/problem+json',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="a b"',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  '*/*',
  '/',
  ';',
  'application/json;'.repeat(200),
]

const encodings = ['gzip', 'br', 'deflate', 'identity', 'gzip, gzip', 'x']

/** A valid JSON body, badly written or mislabeled. */
export const badJson = (json, chance) => {
  const contentType = chance.is(0.3) ? chance.pick(contentTypes) : 'application/json'
  const text = spellJson(json ?? {})
  if (chance.is(0.15)) {
    const body = chance.is(0.5) ? gzipSync(text) : bytes(text)
    return { body, contentType, headers: [['content-encoding', chance.pick(encodings)]] }
  }
  const body = chance.is(0.2)
    ? repeatedField(json ?? {}, chance)
    : chance.is(0.8)
      ? chance.pick(jsonTricks)(text)
      : bytes(text)
  return { body, contentType, headers: [] }
}

const fileNames = [
  '',
  '../../x',
  'a\0b.xlsx',
  '\ud800.txt',
  'x'.repeat(5_000),
  'a"b',
  'con',
  '😀.pdf',
  '%00',
  '.',
  '__proto__',
]
const contents = [
  Buffer.alloc(0),
  Buffer.from('PK\x03\x04 no workbook', 'latin1'),
  Buffer.from('%PDF-1.7\n%%EOF'),
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
  Buffer.from('GIF89a'),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
  Buffer.from(`a,b\n${'"'.repeat(2_000)}`),
  Buffer.from([0xff, 0xfe, 0, 0, 0xd8]),
  Buffer.alloc(200_000, 'x\n'),
]

/** A form with odd files, texts and names; or a valid one that is cut off or has another boundary. */
export const badForm = (parts, chance) => {
  const odd = parts.map((part) => {
    const changed = { ...part }
    if (chance.is(0.3)) changed.name = chance.pick([...prototypeNames, '', 'files[]', 'x'.repeat(200)])
    if (part.fileName !== undefined && chance.is(0.5))
      changed.fileName = chance.pick(fileNames).replaceAll(/[\r\n]/g, '')
    if (chance.is(0.6))
      changed.content = part.fileName === undefined ? chance.pick(hostileTexts) : chance.pick(contents)
    return changed
  })
  const many = chance.is(0.15) ? Array.from({ length: 60 }, () => odd[0]) : odd
  const { body, contentType } = formBody(chance.is(0.1) ? [] : many)
  const cut = chance.is(0.2) ? body.subarray(0, chance.below(body.length)) : body
  return { body: cut, contentType: chance.is(0.15) ? chance.pick(contentTypes) : contentType, headers: [] }
}
