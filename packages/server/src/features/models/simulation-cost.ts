/**
 * What one simulation may cost, counted in formulas that are computed: 100,000 trials of a change that 10,000 formulas
 * depend on. A simulation that would cost more has fewer trials.
 */
export const maxSimulationCost = 2_000_000_000
