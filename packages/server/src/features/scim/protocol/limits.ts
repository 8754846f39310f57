export const maxFilterLength = 1000
export const maxFilterDepth = 8
export const maxComparisons = 32
export const maxPatchOperations = 500
/** Of one request; an answer shows fewer. */
export const maxMembersGiven = 5000
export const maxValues = 20
export const maxTextLength = 256
