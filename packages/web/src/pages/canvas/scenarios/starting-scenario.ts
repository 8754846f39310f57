import type { Scenario } from '@deal-canvas/contract'

/** The chosen scenario if it still exists; otherwise the presented one. The list always has Base. */
export const startingScenario = (scenarios: readonly Scenario[], chosen: string | undefined): Scenario => {
  const found =
    scenarios.find(({ id }) => id === chosen) ??
    scenarios.find(({ is_presented: isPresented }) => isPresented) ??
    scenarios[0]
  if (found === undefined) throw new Error('The deal has no scenario')
  return found
}
