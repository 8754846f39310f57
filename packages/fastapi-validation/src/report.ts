import { createFailure, type Failure, type Loc } from './failure.ts'

/** A list of 100,000 invalid items must not produce a response with 100,000 failures. */
const maxFailures = 100

/** Validates a value and returns what is handed on. After a failure the returned value is meaningless. */
export type Check = (value: unknown, report: Report) => unknown

/** Collects the failures of one request and tracks the current location in the request. */
export interface Report {
  readonly failures: Failure[]
  readonly isFull: () => boolean
  readonly at: (key: string | number, check: Check, value: unknown) => unknown
  readonly fail: (type: string, msg: string, input: unknown, ctx?: Record<string, unknown>) => undefined
  readonly add: (failure: Failure) => undefined
}

export const createReport = (): Report => {
  const loc: Loc = []
  const failures: Failure[] = []
  const isFull = () => failures.length >= maxFailures
  const report: Report = {
    failures,
    isFull,
    at: (key, check, value) => {
      loc.push(key)
      const handedOn = check(value, report)
      loc.pop()
      return handedOn
    },
    fail: (type, msg, input, ctx) => report.add(createFailure(type, [...loc], msg, input, ctx)),
    add: (failure) => {
      if (!isFull()) failures.push(failure)
    },
  }
  return report
}
