import type { Reporter } from 'vitest/node'

/** Names the tests that passed only when tried again: a pass that hides its first failure would never be mended. */
export const unsteady: Reporter = {
  onTestRunEnd: (modules) => {
    const triedAgain = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.diagnostic()?.flaky)
    if (triedAgain.length === 0) return
    console.warn('\nUNSTEADY, passed only when tried again:')
    for (const { fullName, module } of triedAgain) console.warn(`  ${module.relativeModuleId}: ${fullName}`)
  },
}
