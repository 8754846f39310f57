/** The number of computations side by side. More would not fit into the CPU registers. */
export const laneCount = 8
