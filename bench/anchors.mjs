// Measures how reliably comment anchors are found again after random edits, and how long that takes for a long section
// with very many comments. Needs a build.
//
//   node bench/anchors.mjs [--trials 10000] [--seed 1] [--anchors 2000] [--characters 100000]
import { parseArgs } from 'node:util'
import {
  createRandom,
  createTexts,
  judge,
} from '../packages/server/src/features/memo/anchors/fixtures/edited-texts.mjs'

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    anchors: { type: 'string', default: '2000' },
    characters: { type: 'string', default: '100000' },
  },
})
const [trials, seed, anchors, characters] = ['trials', 'seed', 'anchors', 'characters'].map((name) =>
  Number(values[name]),
)
const built = (file) => import(new URL(`../packages/server/dist/features/memo/anchors/${file}`, import.meta.url).href)
const { contextOf } = await built('context.js')
const { createFinder } = await built('find-anchor.js')
const { planReanchoring } = await built('reanchoring.js')

const texts = createTexts(createRandom(seed))
const anchorOf = (text, { quote, start, end }) => ({ quote, position: start, ...contextOf(text, start, end) })
const tally = { intact: [0, 0], reworded: [0, 0], deleted: [0, 0] }
let wrong = 0
for (let count = 0; count < trials; count++) {
  const { before, after, passages } = texts.trial()
  const finder = createFinder(after, before)
  for (const passage of passages) {
    const verdict = judge(passage, finder.find(anchorOf(before, passage)))
    const row = passage.now.kept === 0 ? tally.deleted : tally[passage.fate]
    row[0] += verdict === 'right' ? 1 : 0
    row[1]++
    if (verdict === 'false') wrong++
  }
}
const share = ([right, all]) => `${((100 * right) / all).toFixed(2)} % of ${all.toLocaleString('en')}`
console.log(`${trials.toLocaleString('en')} texts, 1 to 6 random edits each, seed ${seed}\n`)
console.log(`intact passages found:    ${share(tally.intact)}`)
console.log(`reworded passages found:  ${share(tally.reworded)} (up to 20 % of their words changed)`)
console.log(`deleted passages let go:  ${share(tally.deleted)}`)
console.log(`false matches:            ${wrong}\n`)

const random = createRandom(seed)
let long = ''
while (long.length < characters) long += texts.text(20)
long = long.slice(0, characters)
const stored = Array.from({ length: anchors }, (_, id) => {
  const start = Math.floor(random() * (long.length - 400))
  const end = start + 5 + Math.floor(random() * 300)
  return { id: String(id), status: 'anchored', ...anchorOf(long, { quote: long.slice(start, end), start, end }) }
})
const everyWord = (text, share) => text.replaceAll(/\S+/g, (word) => (random() < share ? `${word}x` : word))
const middle = Math.floor(long.length / 2)
const sentences = long.split('. ')
for (const [what, text] of [
  ['one word put in', `${long.slice(0, middle)} word ${long.slice(middle)}`],
  ['10 % of all words changed', everyWord(long, 0.1)],
  ['30 % of all words changed', everyWord(long, 0.3)],
  ['all sentences in another order', sentences.toSorted(() => random() - 0.5).join('. ')],
  ['every word changed', everyWord(long, 1)],
  ['one letter over and over', 'a'.repeat(long.length)],
]) {
  const begun = performance.now()
  const changed = planReanchoring(stored, text, long).length
  console.log(`${what}: ${(performance.now() - begun).toFixed(0)} ms for ${anchors} passages, ${changed} to write`)
}
