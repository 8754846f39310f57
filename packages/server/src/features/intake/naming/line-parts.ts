/** "Property Name: Riverside", "Property Name | Riverside | …": a label and its values. */
export const lineParts = (line: string): string[] =>
  line
    // Only one space of a separator is matched, and the rest trimmed: a run of them in the pattern would take quadratic time.
    .split(/[|\t;]|:\s|\s{3,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
