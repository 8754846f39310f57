import { bundleWorkers } from '../../scripts/bundle-workers.mjs'

/** Each test project loads its own copy of this module in one process, so shared state has to be global. */
const shared = globalThis as { bundledWorkers?: Promise<void> }

/** Someone may have compiled since the last build; threads would run the code of before. */
export const setup = (): Promise<void> => (shared.bundledWorkers ??= bundleWorkers())
