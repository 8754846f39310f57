import { refuse } from '../../../domain-error.ts'
import { provisioningMessages as messages } from '../../../messages/provisioning.ts'
import type { Scalar } from './filter.ts'
import { maxFilterLength } from './limits.ts'

export type Scanner = ReturnType<typeof createScanner>

const attributeForm = /[A-Za-z][\w$.:-]*/y
const wordForm = /[A-Za-z]+/y
const numberForm = /-?\d{1,15}(?:\.\d{1,15})?/y
const space = /[ \t]*/y
const words: Readonly<Record<string, Scalar>> = { true: true, false: false, null: null }

/** Reads a filter from left to right; every form is matched once at its place, so that reading takes linear time. */
export const createScanner = (text: string) => {
  if (text.length > maxFilterLength) {
    refuse('scim_invalid_filter', { detail: messages.filterTooLong({ limit: maxFilterLength }) })
  }
  let at = 0

  const fail = (): never => refuse('scim_invalid_filter', { detail: messages.filterUnexpected({ position: at + 1 }) })

  const match = (form: RegExp): string | undefined => {
    form.lastIndex = at
    return form.exec(text)?.[0]
  }
  const skipSpace = (): void => {
    at += match(space)?.length ?? 0
  }

  const takeSign = (sign: string): boolean => {
    skipSpace()
    if (text[at] !== sign) return false
    at += 1
    return true
  }

  const takeWord = (word: string): boolean => {
    skipSpace()
    if (match(wordForm)?.toLowerCase() !== word) return false
    at += word.length
    return true
  }

  const readText = (): string => {
    const start = at
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
    if (at >= text.length) fail()
    at += 1
    try {
      return JSON.parse(text.slice(start, at)) as string
    } catch {
      at = start
      return fail()
    }
  }

  return {
    fail,
    takeSign,
    takeWord,
    isAtEnd: (): boolean => {
      skipSpace()
      return at === text.length
    },
    /** `not` only before a parenthesis; otherwise it is the name of an attribute. */
    takeNot: (): boolean => {
      const start = at
      if (takeWord('not') && takeSign('(')) return true
      at = start
      return false
    },
    readAttribute: (): string => {
      skipSpace()
      const name = match(attributeForm) ?? fail()
      at += name.length
      return name
    },
    readValue: (): Scalar => {
      skipSpace()
      if (text[at] === '"') return readText()
      const number = match(numberForm)
      if (number !== undefined) {
        at += number.length
        return Number(number)
      }
      const word = (match(wordForm) ?? fail()).toLowerCase()
      if (!Object.hasOwn(words, word)) fail()
      at += word.length
      return words[word] ?? null
    },
  }
}
