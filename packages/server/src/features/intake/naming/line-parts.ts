/** Splits a line into a label and its values: "Property Name: Riverside", "Property Name | Riverside | …". */
export const lineParts = (line: string): string[] =>
  line
    // Match only one space of a separator and trim the rest: matching a run of spaces would take quadratic time.
    .split(/[|\t;]|:\s|\s{3,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
