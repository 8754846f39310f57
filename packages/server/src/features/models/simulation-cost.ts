/**
 * What one simulation may cost, counted in formulas that are computed: 10,000 trials before and after a change that 50,000
 * formulas depend on, about ten seconds on two cores. A simulation that would cost more has fewer trials.
 */
export const maxSimulationCost = 1_000_000_000
