import { expect, test } from 'vitest'
import { readUuid } from './uuid.ts'

const uuid = '67e55044-10b1-426f-9247-bb680e5fe0c8'

test.each([
  ['hyphenated', uuid],
  ['upper case', uuid.toUpperCase()],
  ['simple', uuid.replaceAll('-', '')],
  ['braced', `{${uuid}}`],
  ['URN', `urn:uuid:${uuid}`],
])('parses a UUID in %s form', (_, given) => {
  expect(readUuid(given)).toEqual({ uuid })
})

test.each([
  ['', 'invalid length: expected length 32 for simple format, found 0'],
  ['67e5504410b1426f9247bb680e5fe0c', 'invalid length: expected length 32 for simple format, found 31'],
  ['231231212212423424324323477343246663', 'invalid length: expected length 32 for simple format, found 36'],
  ['me', 'invalid character: found `m` at 1'],
  ['F9168C5E-CEB2-4faa-BGBF-329BF39FA1E4', 'invalid character: found `G` at 21'],
  ['67é', 'invalid character: found `é` at 3'],
  ['é7😀', 'invalid character: found `é` at 1'],
  ['12😀', 'invalid character: found `😀` at 3'],
  ['{12x}', 'invalid character: found `x` at 4'],
  ['urn:uuid:x', 'invalid character: found `x` at 10'],
  ['{67e5504410b1426f9247bb680e5fe0c8}', 'invalid group count: expected 5, found 1'],
  ['{', 'invalid character: found `{` at 1'],
  ['F9168C5E-CEB2-4faa', 'invalid group count: expected 5, found 3'],
  ['-----', 'invalid group count: expected 5, found 6'],
  ['----', 'invalid group length in group 0: expected 8, found 0'],
  ['67e550-4105b1-426f-9247-bb680e5fe0c', 'invalid group length in group 0: expected 8, found 6'],
  ['F9168C5E-CEB-24fa-eB6B-FF32BF39FA1E', 'invalid group length in group 1: expected 4, found 3'],
  ['01020304-1112-2122-3132-41424344', 'invalid group length in group 4: expected 12, found 8'],
  [`${uuid}0`, 'invalid group length in group 4: expected 12, found 13'],
])('rejects %j as a UUID: %s', (given, error) => {
  expect(readUuid(given)).toEqual({ error })
})
