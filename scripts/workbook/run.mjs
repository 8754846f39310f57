import { runAgreement } from './agreement.mjs'
import { runCheck } from './check.mjs'
import { runRipple } from './ripple.mjs'
import { runScore } from './score.mjs'

const commands = { check: runCheck, ripple: runRipple, agreement: runAgreement, score: runScore }

/** Runs the requested command; returns the exit code. */
export const runWorkbook = (request, deps) => commands[request.command](request, deps)
