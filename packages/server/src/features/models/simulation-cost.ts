/**
 * Maximum cost of one simulation in computed formulas: 10,000 trials before and after a change that 50,000 formulas
 * depend on, about ten seconds on two cores. A more expensive simulation runs fewer trials.
 */
export const maxSimulationCost = 1_000_000_000
