/** How many computations go side by side. More would not stay in the processor's registers. */
export const laneCount = 8
