// Runs every function of a registry on hostile texts and prints as JSON lines whether the number of steps is linear.
//
//   node tests/support/text-work/measure.mjs ./text-functions.mjs
import { register } from 'node:module'
import { beginCounting, stepsOf } from './count-steps.mjs'

register('./typescript-hooks.mjs', import.meta.url)
beginCounting()
const { textFunctions } = await import(process.argv[2])

/** Repeated to the wanted length, followed by an ending that matches no pattern. */
const units = {
  spaces: ' ',
  dashes: '-',
  letters: 'a',
  'capital letters': 'A',
  words: 'ab ',
  'combining marks': 'e\u0301',
  'surrogate pairs': '\u{1f600}',
  'opening brackets': '[[',
  'brackets in pairs': '[a](',
  'nested marks': '**_',
  'quotes of quotes': '> ',
  'digits and dots': '1.',
  'digits and commas': '1,',
  'line ends': '\r\n',
  'labels and bars': 'a: | ',
  'at signs': '@a',
  'angle brackets': '<a',
  entities: '&amp',
  'quotation marks': '"\\',
  underscores: '_1-',
}
const fill = (unit, length) => `${unit.repeat(Math.ceil(length / unit.length)).slice(0, length)}\u0001x`

const small = 4_000
const large = 250_000

/** Whether the steps grow faster than linearly, with an allowance for constant work. */
const grows = (steps, times, before) => steps > 1.5 * times * before + small

const measure = (work, unit) => {
  const take = (length) => stepsOf(() => work(fill(unit, length)))
  const first = take(small)
  // A superlinear function would never finish on a large text.
  if (grows(take(2 * small), 2, first)) return { isLinear: false }
  const steps = take(large)
  const isLinear = !grows(steps, large / small, first) || !grows(steps, 4, take(large / 4))
  return { isLinear, perCharacter: steps / large }
}

for (const [name, work] of Object.entries(textFunctions)) {
  for (const [input, unit] of Object.entries(units)) {
    console.log(JSON.stringify({ name, input, ...measure(work, unit) }))
  }
}
