import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openFile, reasonOf } from './open-file.mjs'
import { saidShare, table } from './wording.mjs'

/** The confidence from which a number counts as read; below it is unconfirmed. */
const confident = 0.8
const maxAlternatives = 5
/** Lower bounds of the confidence bins in the reliability table. */
const classes = [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0]

/** The fold (one of three) of a repository; rules are tuned on 0 and 1. */
export const foldOf = (file) => createHash('sha256').update(file.split('/')[0]).digest()[0] % 3

const isClose = (value, wanted) => Math.abs(value - wanted) <= Math.max(Math.abs(wanted) * 0.005, 1e-9)

/** Whether a value is among the manually read ones; with an empty list, no value is right. */
export const isRight = (value, wanted) =>
  wanted.some((item) => (typeof item === 'number' && typeof value === 'number' ? isClose(value, item) : item === value))

/** The engine's reading: the cell of each metric, and the alternatives offered for it. */
const readingOf = ({ metrics: { dealType, matches, unsure } }) => ({
  type: dealType.domain,
  found: new Map(matches.map((match) => [match.metricKey, match])),
  offered: new Map([...matches, ...unsure].map(({ metricKey, alternatives }) => [metricKey, alternatives])),
})

const emptyScore = () => ({
  expected: 0,
  found: 0,
  foundSure: 0,
  reported: 0,
  right: 0,
  sure: 0,
  sureRight: 0,
  offered: 0,
  types: 0,
  typesRight: 0,
  reliability: classes.map((from) => ({ from, right: 0, all: 0 })),
})

const countReported = (score, cell, right) => {
  score.reported++
  if (right) score.right++
  if (cell.confidence >= confident) {
    score.sure++
    if (right) score.sureRight++
  }
  const place = score.reliability.find(({ from }) => cell.confidence >= from)
  place.all++
  if (right) place.right++
}

/** Adds the results of one workbook. A metric without values is a trap: any value reported for it is wrong. */
export const addScore = (score, { expected, deal_type, deal_types_accepted }, { type, found, offered }) => {
  for (const { key, also = [], values } of expected) {
    const keys = [key, ...also]
    const hits = keys.filter((item) => found.has(item) && isRight(found.get(item).value, values))
    if (values.length > 0) {
      score.expected++
      if (hits.length > 0) score.found++
      else if (
        keys.some((item) =>
          (offered.get(item) ?? []).slice(0, maxAlternatives).some(({ value }) => isRight(value, values)),
        )
      )
        score.offered++
      if (hits.some((hit) => found.get(hit).confidence >= confident)) score.foundSure++
    }
    for (const item of keys) if (found.has(item)) countReported(score, found.get(item), hits.includes(item))
  }
  score.types++
  if ((deal_types_accepted ?? [deal_type]).includes(type ?? 'none')) score.typesRight++
}

const format = (score) => {
  const share = (part, whole) => [saidShare(part, whole), `${part} of ${whole}`]
  const rows = [
    ['recall', ...share(score.found, score.expected)],
    [`recall at confidence ≥ ${confident}`, ...share(score.foundSure, score.expected)],
    ['precision', ...share(score.right, score.reported)],
    [`precision at confidence ≥ ${confident}`, ...share(score.sureRight, score.sure)],
    ['right among five others, of the rest', ...share(score.offered, score.expected - score.found)],
    ['deal type', ...share(score.typesRight, score.types)],
    ...score.reliability
      .filter(({ all }) => all > 0)
      .map(({ from, right, all }) => [`right at confidence ≥ ${from.toFixed(2)}, by class`, ...share(right, all)]),
  ]
  return table(rows, [1, 2])
}

/** Scores the engine's readings against manual readings of the same workbooks. */
export const runScore = ({ files: [folder], workbooks, fold, json }, { engine, print, complain }) => {
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')).filter(
    ({ file }) => fold === undefined || foldOf(file) === fold,
  )
  const books = resolve(workbooks ?? join(folder, '..', 'workbooks', 'devset'))
  const score = emptyScore()
  let absent = 0
  for (const entry of truth) {
    const path = join(books, entry.file)
    if (!existsSync(path)) {
      absent++
      continue
    }
    try {
      addScore(score, entry, readingOf(openFile(path, engine)))
    } catch (error) {
      complain(`${entry.file}: ${reasonOf(error)}`)
      // In an unreadable workbook, no metric counts as found.
      addScore(score, entry, { type: undefined, found: new Map(), offered: new Map() })
    }
  }
  if (absent > 0) complain(`${absent} of ${truth.length} workbooks are not in ${books} and were not scored`)
  print(json ? JSON.stringify(score) : format(score))
  return 0
}
