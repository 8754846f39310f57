// What every kind of fault must satisfy: no acknowledged write lost, none done twice, no crash, only clear errors.
import { quantile } from './server.mjs'

export const figure = (number) => number.toLocaleString('en-US')

export const noneOf = (what, count, of = '') => ({
  what,
  asked: '0',
  found: `${figure(count)}${of}`,
  held: count === 0,
})

/** Durations in milliseconds, the longest of which must be within a limit. */
export const timeRow = (what, times, maxMs) => {
  const [middle, longest] = [quantile(times, 0.5), Math.max(...times)].map(Math.round)
  return {
    what,
    asked: `at most ${figure(maxMs)} ms`,
    found: `median ${figure(middle)} ms, longest ${figure(longest)} ms`,
    held: longest <= maxMs,
  }
}

export const format = (answers) =>
  [...answers]
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, count]) => `${figure(count)} ${what}`)
    .join(', ')

/** The first failures, as a starting point for fixing them. */
const examples = (what, wrong) => wrong.slice(0, 5).map((message) => `${what}: ${message.slice(0, 700)}`)

const inTries = ({ kind, mark, tries }) => `${kind} ${mark} after ${tries} tries`

export const faultRows = (where, { load, unanswered, found, crashes }) => {
  const { acknowledged, retried, unexpected } = load
  const { lost, repeated, broken } = found
  return {
    rows: [
      noneOf(`acknowledged writes lost, ${where}`, lost.length, ` of ${figure(acknowledged.length)}`),
      noneOf(`writes done twice, ${where}`, repeated.length, `, ${figure(retried.size)} were sent again`),
      noneOf(`journals broken, ${where}`, broken.length),
      noneOf(`writes never answered, ${where}`, unanswered.length),
      noneOf(`answers other than success, 503 or 409 in progress, ${where}`, unexpected.length),
      noneOf(`crashes, ${where}`, crashes.length),
    ],
    notes: [
      ...examples('lost', lost),
      ...examples('done twice', repeated),
      ...examples('broken journal', broken),
      ...examples('never answered', unanswered.map(inTries)),
      ...examples('unexpected', unexpected),
      ...examples('crash', crashes),
    ],
  }
}
