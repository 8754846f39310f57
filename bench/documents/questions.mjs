// Measures how often the passage that answers a question is found first, or among the first three, over the documents
// in corpus/: by words and synonyms, by vectors, and by both. Questions in the words of their document are counted apart
// from those in other words. The ranking was chosen on the even questions (tuned). The totals
// of the odd ones were printed while models were compared, and the synonyms have the author of the questions: no blind
// test.
//
// Then how often passages with a certain score were right, and the logistic regression on the tuned half that gives the
// constants of the score.
//
//   node bench/documents/questions.mjs [--show]   (EMBEDDINGS_URL, EMBEDDINGS_MODEL, EMBEDDINGS_KEY: an endpoint)
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { matchOfScore } from '@deal-canvas/contract'
import { printFacts } from '@deal-canvas/proof/server'
import { methods, openSearchableDeal } from './searchable-deal.mjs'

const { values } = parseArgs({ options: { show: { type: 'boolean', default: false } } })
const corpus = fileURLToPath(new URL('corpus', import.meta.url))
const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:md|txt|csv)$/.test(path))
  .map((path) => join(corpus, path))
const questions = JSON.parse(readFileSync(new URL('questions.json', import.meta.url), 'utf8'))

const oneLine = (text) => text.replaceAll(/\s+/g, ' ')
const isRight = ({ in: file, answer }, { fileName, content }) =>
  (file === '*' || fileName.startsWith(`${file}.`)) && answer.some((words) => oneLine(content).includes(oneLine(words)))
const halfOf = (question) => (questions.indexOf(question) % 2 === 0 ? 'tuned' : 'unseen')
const share = (count, total) => `${count} of ${total} (${Math.round((100 * count) / total)} %)`

/** Logistic regression of "is right" on the number behind the score, by gradient descent. */
const fit = (rows) => {
  let [intercept, slope] = [0, 0]
  for (let step = 0; step < 50_000; step++) {
    let [down, tilt] = [0, 0]
    for (const { total, right } of rows) {
      const miss = 1 / (1 + Math.exp(-(intercept + slope * total))) - right
      down += miss
      tilt += miss * total
    }
    intercept -= down / rows.length
    slope -= tilt / rows.length
  }
  return { intercept, slope }
}

const deal = await openSearchableDeal(files)
const shown = []
try {
  printFacts()
  console.log(
    `${questions.length} questions over ${deal.passages} passages of ${files.length} documents in one deal, ${deal.model}: ` +
      `${deal.msPerPassage.toFixed(0)} ms a passage, ${deal.memoryMb.toFixed(0)} MB more memory\n`,
  )
  console.log('| half | questions | by | first | first three | right sentence | ms |\n|---|---|---|---|---|---|---|')
  for (const half of ['tuned', 'unseen'])
    for (const kind of ['same', 'paraphrased', 'unanswerable'])
      for (const [name, by] of Object.entries(methods)) {
        const asked = questions.filter((question) => question.kind === kind && halfOf(question) === half)
        let [first, three, quoted, none] = [0, 0, 0, 0]
        const begun = performance.now()
        for (const question of asked) {
          const { passages } = await deal.find(question.q, 5, by)
          if (passages.length === 0) none += 1
          if (name === 'hybrid')
            for (const passage of passages)
              shown.push({ half, ...passage, right: question.answer && isRight(question, passage) ? 1 : 0 })
          if (kind === 'unanswerable') {
            if (values.show && name === 'hybrid' && half === 'tuned' && passages.length > 0)
              console.log(`  found for "${question.q}": ${passages[0].score}`)
            continue
          }
          const at = passages.findIndex((passage) => isRight(question, passage))
          if (at === 0) first += 1
          if (at >= 0 && at < 3) three += 1
          const { content, sentence } = passages[at] ?? {}
          if (sentence && isRight({ ...question, in: '*' }, { content: content.slice(sentence.start, sentence.end) }))
            quoted += 1
          if (values.show && name === 'hybrid' && half === 'tuned' && at !== 0)
            console.log(`  ${at < 0 ? 'missed' : `place ${at + 1}`}: ${question.q}`)
        }
        const ms = ((performance.now() - begun) / asked.length).toFixed(0)
        console.log(
          kind === 'unanswerable'
            ? `| ${half} | ${kind} | ${name} | nothing found: ${share(none, asked.length)} | | | ${ms} |`
            : `| ${half} | ${kind} | ${name} | ${share(first, asked.length)} | ${share(three, asked.length)} | ${share(quoted, asked.length)} | ${ms} |`,
        )
      }
  for (const half of ['tuned', 'unseen'])
    for (const match of ['strong', 'likely', 'possible']) {
      const some = shown.filter((passage) => passage.half === half && matchOfScore(passage.score) === match)
      const right = some.reduce((sum, passage) => sum + passage.right, 0)
      const mean = some.reduce((sum, passage) => sum + passage.score, 0) / some.length
      console.log(`${half}, ${match} match: ${share(right, some.length)} right, mean score ${mean.toFixed(2)}`)
    }
  const { intercept, slope } = fit(shown.filter(({ half }) => half === 'tuned'))
  console.log(`calibration on the tuned half: intercept ${intercept.toFixed(2)}, slope ${slope.toFixed(2)}`)
} finally {
  await deal.close()
}
