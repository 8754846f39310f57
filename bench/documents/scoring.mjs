import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { periodOfLabel, reconcile } from '@deal-canvas/facts'

const corpus = fileURLToPath(new URL('corpus', import.meta.url))

/** The parts of the corpus, in the order in which they were written. */
export const parts = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** The documents of a part: the path of each, and what is known about it. */
export const documentsOf = (part) => {
  const folder = join(corpus, part)
  const names = readdirSync(folder)
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const file = names.find((other) => other !== name && basename(other, extname(other)) === basename(name, '.json'))
      return { file, path: join(folder, file), expected: JSON.parse(readFileSync(join(folder, name), 'utf8')) }
    })
}

const isNear = (a, b, tolerance = 0) => Math.abs(a - b) <= Math.max(tolerance, Math.abs(b) * 1e-6)
const samePeriod = (label, period) => {
  if (label === undefined) return true
  const expected = periodOfLabel(label)
  return expected?.kind === period?.kind && expected?.year === period?.year && expected?.nth === period?.nth
}

const matches = (expected, fact) =>
  (expected.metric === undefined
    ? fact.metricKey === null && fact.term.toLowerCase().includes(expected.term)
    : fact.metricKey === expected.metric) &&
  isNear(fact.value, expected.value, expected.tolerance) &&
  samePeriod(expected.period, fact.period) &&
  (expected.qualifier === undefined || fact.qualifier === expected.qualifier)

/** Compares the facts read from a document with what is known about it. */
export const scoreFacts = (expected, facts) => {
  const metrics = expected.metrics.map((metric) => ({
    qualifier: null,
    ...metric,
    period: metric.period === null ? null : periodOfLabel(metric.period),
  }))
  const differs = reconcile(facts, metrics).filter(({ status }) => status === 'differs')
  const wanted = expected.facts.filter(({ optional }) => !optional)
  const keyed = facts.filter(({ metricKey }) => metricKey !== null)
  const isPlanted = (finding) => (item) =>
    item.metric === finding.metric.metricKey &&
    isNear(finding.metric.value, item.model) &&
    finding.facts.some(({ value }) => isNear(value, item.document, item.tolerance))
  return {
    wanted,
    missed: wanted.filter((item) => !facts.some((fact) => matches(item, fact))),
    keyed,
    wrong: keyed.filter((fact) => !expected.facts.some((item) => matches(item, fact))),
    planted: expected.contradictions,
    unseen: expected.contradictions.filter((item) => !differs.some((finding) => isPlanted(finding)(item))),
    falseOnes: differs.filter((finding) => !expected.contradictions.some(isPlanted(finding))),
  }
}

export const share = (part, whole) => `${part}/${whole} (${whole === 0 ? '–' : ((100 * part) / whole).toFixed(1)}%)`

/** The counts of several documents as two sentences. */
export const summaryOf = (scored) => {
  const total = (key) => scored.reduce((sum, document) => sum + document[key].length, 0)
  const [wanted, missed, keyed, wrong] = ['wanted', 'missed', 'keyed', 'wrong'].map(total)
  const [planted, unseen, falseOnes] = ['planted', 'unseen', 'falseOnes'].map(total)
  return {
    facts: `recall ${share(wanted - missed, wanted)}, precision ${share(keyed - wrong, keyed)}`,
    contradictions: `recall ${share(planted - unseen, planted)}, precision ${share(planted - unseen, planted - unseen + falseOnes)}`,
  }
}
