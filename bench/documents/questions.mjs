// Measures how often the passage that answers a question is found first, or among the first three, over the documents
// in corpus/: by words and synonyms, by vectors, and by both. Questions in the words of their document are counted apart
// from those in other words. The limits and the calibration were chosen on the even questions (tuned), the weights by
// the totals of all of them: no blind test.
//
// Then how often passages with a certain score were right, and the logistic regression on the tuned half that gives the
// constants of the score.
//
// With --fresh fourth, fifth or sixth, the questions about that part are asked instead. Their authors had read neither
// the search nor the synonyms, and nothing was chosen on them. --half takes only the documents of these parts into the
// deal.
//
//   node bench/documents/questions.mjs [--fresh fourth|fifth|sixth] [--half first|…|sixth]… [--show]
//   (EMBEDDINGS_URL, EMBEDDINGS_MODEL, EMBEDDINGS_KEY: an endpoint)
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { matchOfScore } from '@deal-canvas/contract'
import { printFacts } from '@deal-canvas/proof/server'
import { documentsOf, parts } from './scoring.mjs'
import { methods, openSearchableDeal } from './searchable-deal.mjs'

const { values } = parseArgs({
  options: {
    fresh: { type: 'string' },
    half: { type: 'string', multiple: true, default: parts },
    show: { type: 'boolean', default: false },
  },
})
const files = values.half.flatMap(documentsOf).map(({ path }) => path)
const questions = JSON.parse(
  readFileSync(new URL(values.fresh ? `${values.fresh}-questions.json` : 'questions.json', import.meta.url), 'utf8'),
)
const halves = values.fresh ? ['fresh'] : ['tuned', 'unseen']
/** The unseen half stays unseen: only its totals are printed. */
const isShown = (half) => values.show && half !== 'unseen'

const oneLine = (text) => text.replaceAll(/\s+/g, ' ')
const isRight = ({ in: file, answer }, { fileName, content }) =>
  (file === '*' || fileName.startsWith(`${file}.`)) && answer.some((words) => oneLine(content).includes(oneLine(words)))
const halfOf = (question) => halves[questions.indexOf(question) % halves.length]
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
  for (const half of halves)
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
            if (isShown(half) && name === 'hybrid' && passages.length > 0)
              console.log(`  found for "${question.q}": ${passages[0].score}`)
            continue
          }
          const at = passages.findIndex((passage) => isRight(question, passage))
          if (at === 0) first += 1
          if (at >= 0 && at < 3) three += 1
          const { content, sentence } = passages[at] ?? {}
          if (sentence && isRight({ ...question, in: '*' }, { content: content.slice(sentence.start, sentence.end) }))
            quoted += 1
          if (isShown(half) && name === 'hybrid' && at !== 0)
            console.log(`  ${at < 0 ? 'missed' : `place ${at + 1}`}: ${question.q}`)
        }
        const ms = ((performance.now() - begun) / asked.length).toFixed(0)
        console.log(
          kind === 'unanswerable'
            ? `| ${half} | ${kind} | ${name} | nothing found: ${share(none, asked.length)} | | | ${ms} |`
            : `| ${half} | ${kind} | ${name} | ${share(first, asked.length)} | ${share(three, asked.length)} | ${share(quoted, asked.length)} | ${ms} |`,
        )
      }
  for (const half of halves)
    for (const match of ['strong', 'likely', 'possible']) {
      const some = shown.filter((passage) => passage.half === half && matchOfScore(passage.score) === match)
      const right = some.reduce((sum, passage) => sum + passage.right, 0)
      const mean = some.reduce((sum, passage) => sum + passage.score, 0) / some.length
      console.log(`${half}, ${match} match: ${share(right, some.length)} right, mean score ${mean.toFixed(2)}`)
    }
  if (!values.fresh) {
    const { intercept, slope } = fit(shown.filter(({ half }) => half === 'tuned'))
    console.log(`calibration on the tuned half: intercept ${intercept.toFixed(2)}, slope ${slope.toFixed(2)}`)
  }
} finally {
  await deal.close()
}
