import { runAgreement } from './agreement.mjs'
import { runCheck } from './check.mjs'
import { runRipple } from './ripple.mjs'

const commands = { check: runCheck, ripple: runRipple, agreement: runAgreement }

/** Does what was asked for; answers what the process ends with. */
export const runWorkbook = (request, deps) => commands[request.command](request, deps)
