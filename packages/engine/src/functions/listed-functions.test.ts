import { expect, it } from 'vitest'
import { listedFunctions } from './listed-functions.ts'
import { functionNamed } from './registry.ts'

/** They bind names, which no function can do. */
const partOfTheLanguage = new Set(['LET', 'LAMBDA'])

it('supports every commonly used function', () => {
  const missing = [...listedFunctions].filter(
    (name) => !partOfTheLanguage.has(name) && functionNamed(name) === undefined,
  )
  expect(missing).toEqual([])
})
