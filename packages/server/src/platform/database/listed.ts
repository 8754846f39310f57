// Arrays in statements that are prepared. They are hidden from the planner: it would count them, find a plan for just so
// many rows cheaper than one for any number, and plan anew at each call, which costs more than to run it.

/** One of these; the array is given as SQL with its type, such as `$1::uuid[]`. */
export const oneOf = (array: string): string => `ANY((SELECT ${array})::${array.split('::')[1]})`

/** A row for each place of the arrays. */
export const listed = (...arrays: readonly string[]): string =>
  `unnest(${arrays.map((array) => `(SELECT ${array})`).join(', ')})`
