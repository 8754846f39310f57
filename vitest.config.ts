import { defineConfig } from 'vitest/config'
import { lanes } from './tests/support/lanes.ts'

/** One lane runs after the other, the quick ones first: a mistake shows within a minute. */
const lane = (name: keyof typeof lanes, groupOrder: number, maxWorkers: number) => ({
  extends: true as const,
  test: {
    name,
    include: lanes[name],
    maxWorkers,
    sequence: { groupOrder },
    globalSetup:
      name === 'unit' ? [] : ['tests/support/bundle-workers.ts', 'packages/server/src/testing/global-setup.ts'],
  },
})

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    // Only to end what hangs: a virtual machine may lose most of its processor to its host for a while.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Mails are written behind the answer, on a machine that may be busy.
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', ['json', { outputFile: 'test-output/report.json' }]],
    pool: 'forks',
    // Importing the service anew for each file took a quarter of the run; no test leaves anything behind in a module.
    isolate: false,
    projects: [lane('unit', 0, 2), lane('service', 1, 3), lane('process', 2, 2), lane('browser', 3, 2)],
  },
})
