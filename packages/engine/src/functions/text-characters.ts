import { naError, valueError } from '@deal-canvas/workbook-reader'
import { integer, text } from './arguments.ts'
import { define, type FunctionDefinition, fail } from './definition.ts'

/** Characters 128 to 159 of Windows-1252; unassigned codes stand for themselves. */
const upper =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

const letterOf = (code: number): string =>
  code >= 128 && code < 160 ? upper.charAt(code - 128) : String.fromCharCode(code)

const codeOf = (letter: string): number => {
  const place = upper.indexOf(letter)
  const code = place === -1 ? letter.charCodeAt(0) : 128 + place
  // A character that Windows-1252 does not have becomes a question mark.
  return code > 255 ? 63 : code
}

const unicodeLetter = (code: number): string => {
  if (code < 1 || code > 0x10_ffff) fail(valueError)
  return code >= 0xd800 && code <= 0xdfff ? fail(naError) : String.fromCodePoint(code)
}

/** The code point distance between full-width letters and their half-width counterparts. */
const fullWidth = 0xfee0

export const textCharacterFunctions: FunctionDefinition[] = [
  define('CHAR', 'v', ([code]) => {
    const number = integer(code)
    return number < 1 || number > 255 ? fail(valueError) : letterOf(number)
  }),
  define('CODE', 'v', ([whole]) => {
    const words = text(whole)
    return words === '' ? fail(valueError) : codeOf(words.charAt(0))
  }),
  define('UNICHAR', 'v', ([code]) => unicodeLetter(integer(code))),
  define('UNICODE', 'v', ([whole]) => text(whole).codePointAt(0) ?? fail(valueError)),
  define('ASC', 'v', ([whole]) =>
    text(whole).replaceAll(/[\uff01-\uff5e\u3000]/g, (letter) =>
      letter === '\u3000' ? ' ' : String.fromCharCode(letter.charCodeAt(0) - fullWidth),
    ),
  ),
  define('DBCS', 'v', ([whole]) =>
    text(whole).replaceAll(/[ -~]/g, (letter) =>
      letter === ' ' ? '\u3000' : String.fromCharCode(letter.charCodeAt(0) + fullWidth),
    ),
  ),
]
