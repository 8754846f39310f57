import { defineConfig } from 'vitest/config'
import { unsteady } from './tests/support/unsteady.ts'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'packages/web/browser/**/*.test.ts', 'tests/**/*.test.ts'],
    // Only to end what hangs: a virtual machine may lose most of its processor to its host for a while.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Mails are written behind the answer, on a machine that may be busy.
    expect: { poll: { timeout: 30_000 } },
    // The full run tries a failed test once more and names it: thousands of tests on a busy machine, one unlucky wait.
    retry: Number(process.env['TEST_RETRY'] ?? 0),
    reporters: ['default', ['json', { outputFile: 'test-output/report.json' }], unsteady],
    pool: 'forks',
    // Importing the service anew for each file took a quarter of the run; no test leaves anything behind in a module.
    isolate: false,
    // More than cores: many tests wait for a process, a socket or a page.
    maxWorkers: 3,
    globalSetup: ['packages/server/src/testing/global-setup.ts'],
  },
})
