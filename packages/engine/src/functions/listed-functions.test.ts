import { expect, it } from 'vitest'
import { listedFunctions } from './listed-functions.ts'
import { functionNamed } from './registry.ts'

/** They bind names, which no function can do. */
const partOfTheLanguage = new Set(['LET', 'LAMBDA'])

it('every function that models commonly use is known', () => {
  const missing = [...listedFunctions].filter(
    (name) => !partOfTheLanguage.has(name) && functionNamed(name) === undefined,
  )
  expect(missing).toEqual([])
})
