import { auditTrailProblems } from '../../../messages/audit-trail.ts'

export type ProblemCode = keyof typeof auditTrailProblems

export interface Problem {
  seq?: number
  code: ProblemCode
  message: string
}

/** Limit of reported problems: the first ones are enough to show what is wrong. */
const maxProblems = 100

export interface Problems {
  add(code: ProblemCode, seq?: number): void
  readonly found: readonly Problem[]
}

export const createProblems = (): Problems => {
  const found: Problem[] = []
  return {
    add: (code, seq) => {
      if (found.length >= maxProblems) return
      found.push({ ...(seq === undefined ? {} : { seq }), code, message: auditTrailProblems[code]() })
    },
    found,
  }
}
