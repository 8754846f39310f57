import { expect, test } from 'vitest'
import { readEmail } from './email.ts'

const label = 'a'.repeat(63)

test.each([
  ['owner@example.com', 'owner@example.com'],
  ['First.Last+tag@Sub.Example.COM', 'First.Last+tag@sub.example.com'],
  ["o'hara_{x}|~!#$%&*-/=?^`@example.co", "o'hara_{x}|~!#$%&*-/=?^`@example.co"],
  ['  padded@example.com\n', 'padded@example.com'],
  ['jose\u0301@example.com', 'jos\u00e9@example.com'],
  ['a@BÜCHER.example', 'a@bücher.example'],
  ['a@xn--bcher-kva.example', 'a@bücher.example'],
  ['a@例え。jp', 'a@例え.jp'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('reads %j as the address %s', (given, address) => {
  expect(readEmail(given)).toEqual({ address })
})

test.each([
  ['', 'An email address must have an @-sign.'],
  ['plain', 'An email address must have an @-sign.'],
  ['a@', 'There must be something after the @-sign.'],
  ['@example.com', 'There must be something before the @-sign.'],
  ['@', 'There must be something before the @-sign.'],
  ['a@localhost', 'The part after the @-sign is not valid. It should have a period.'],
  ['a..b@example.com', 'An email address cannot have two periods in a row.'],
  ['a@example..com', 'An email address cannot have two periods in a row.'],
  ['.a@example.com', 'An email address cannot start with a period.'],
  ['a.@example.com', 'An email address cannot have a period immediately before the @-sign.'],
  ['a@.example.com', 'An email address cannot have a period immediately after the @-sign.'],
  ['a@example.com.', 'An email address cannot end with a period.'],
  ['a@-example.com', 'An email address cannot have a hyphen immediately after the @-sign.'],
  ['a@example.com-', 'An email address cannot end with a hyphen.'],
  ['a@example-.com', 'An email address cannot have a period and a hyphen next to each other.'],
  ['a@b@example.com', "The part after the @-sign contains invalid characters: '@'."],
  ['a@exa_mple.com', "The part after the @-sign contains invalid characters: '_'."],
  ['a b@example.com', 'The email address contains invalid characters before the @-sign: SPACE.'],
  ['a,b;c@example.com', "The email address contains invalid characters before the @-sign: ',', ';'."],
  ['a\u202eb@example.com', 'The email address contains unsafe characters: U+202E.'],
  ['\u0301a@example.com', 'The email address contains unsafe characters: U+0301.'],
  ['a@1.2.3.4', 'The part after the @-sign is not valid. It is not within a valid top-level domain.'],
  ['a@[1.2.3.4]', 'A bracketed IP address after the @-sign is not allowed here.'],
  ['"a b"@example.com', 'Quoting the part before the @-sign is not allowed here.'],
  ['Ann <a@example.com>', 'A display name and angle brackets around the email address are not permitted here.'],
  [`${'a'.repeat(65)}@example.com`, 'The email address is too long before the @-sign (1 character too many).'],
  [`a@${label}a.com`, 'After the @-sign, periods cannot be separated by so many characters (1 character too many).'],
  [
    `a@${label}.${label}.${label}.${label}.com`,
    'The email address is too long after the @-sign (6 characters too many).',
  ],
  [`a@${label}.${label}.${label}.${label.slice(6)}.com`, 'The email address is too long (1 character too many).'],
  ['a'.repeat(2049), 'Length must not exceed 2048 characters'],
])('rejects %j as an address: %s', (given, reason) => {
  expect(readEmail(given)).toEqual({ reason })
})
