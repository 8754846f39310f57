import type { DealChanges } from '../audit-trail/index.ts'
import type { Evidence } from '../evidence/index.ts'
import type { ModelProvider } from '../model-provider/index.ts'
import { answerRoutes } from './answers.routes.ts'
import { createAnswers } from './answers.service.ts'

interface Needs {
  changes: DealChanges
  evidence: Evidence
  provider: ModelProvider
}

/** Questions about a deal, answered by quoting and with verified sentences of a model provider. */
export const createAnswersFeature = (needs: Needs) => ({ routes: answerRoutes({ answers: createAnswers(needs) }) })
