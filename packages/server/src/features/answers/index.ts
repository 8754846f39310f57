import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Evidence } from '../evidence/index.ts'
import { answerRoutes } from './answers.routes.ts'
import { createAnswers } from './answers.service.ts'
import { createProviderUsageStore } from './provider-usage.store.ts'

interface Needs {
  changes: DealChanges
  evidence: Evidence
}

/** Questions about a deal, answered by quoting and with verified sentences of a model provider. */
export const createAnswersFeature = ({ llm }: Config, platform: Platform, { changes, evidence }: Needs) => {
  const { chat, database, onError, now } = platform
  const answers = createAnswers({
    evidence,
    changes,
    store: createProviderUsageStore(database),
    chat,
    tokensPerDay: llm?.tokensPerDay ?? 0,
    onError,
    now,
  })
  return { routes: answerRoutes({ answers }), tasks: { providerUsage: answers.sweep } }
}
