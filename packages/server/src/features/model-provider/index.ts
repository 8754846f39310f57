import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import { createModelProvider } from './model-provider.service.ts'
import { createProviderUsageStore } from './provider-usage.store.ts'

export { handOver } from './hand-over.ts'
export { type Called, type ModelProvider, promptOf, sha256 } from './model-provider.service.ts'
export { readAnswer, readClaims } from './read-claims.ts'
export type { Redactor } from './redact.ts'

/** The model provider with its budgets, for the features that ask it. */
export const createModelProviderFeature = ({ llm }: Config, { chat, database, onError, now }: Platform) => {
  const provider = createModelProvider({
    store: createProviderUsageStore(database),
    chat,
    budget: { deal: llm?.tokensPerDeal ?? 0, org: llm?.tokensPerDay ?? 0 },
    prices: llm?.prices,
    onError,
    now,
  })
  return { provider, tasks: { providerUsage: provider.sweep } }
}
