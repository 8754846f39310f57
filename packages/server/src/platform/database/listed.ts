// Arrays in prepared statements. They are hidden from the planner: it would see their length, find a plan for exactly
// that many rows cheaper than the generic plan, and plan again at each call, which costs more than running the query.

/** SQL for "is one of"; the array is given as SQL with its type, such as `$1::uuid[]`. */
export const oneOf = (array: string): string => `ANY((SELECT ${array})::${array.split('::')[1]})`

/** SQL for one row per array position. */
export const listed = (...arrays: readonly string[]): string =>
  `unnest(${arrays.map((array) => `(SELECT ${array})`).join(', ')})`
