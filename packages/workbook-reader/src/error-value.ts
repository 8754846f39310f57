/** Excel's errors. They are values: they are stored in cells, passed to functions and propagate. */
export const errorNames = [
  '#NULL!',
  '#DIV/0!',
  '#VALUE!',
  '#REF!',
  '#NAME?',
  '#NUM!',
  '#N/A',
  '#GETTING_DATA',
  '#SPILL!',
  '#CALC!',
  '#CONNECT!',
  '#BLOCKED!',
  '#UNKNOWN!',
  '#FIELD!',
  '#BUSY!',
  '#PYTHON!',
  '#EXTERNAL!',
  '#TIMEOUT!',
] as const
export type ErrorName = (typeof errorNames)[number]

/** One object per error, so that errors can be compared by identity. */
export interface ErrorValue {
  readonly error: ErrorName
  /** Its index in the list of errors. */
  readonly code: number
}

const all = new Map<ErrorName, ErrorValue>(errorNames.map((error, code) => [error, Object.freeze({ error, code })]))

/** The error of that name. */
export const errorValue = (name: ErrorName): ErrorValue => {
  const found = all.get(name)
  if (found === undefined) throw new RangeError(`There is no error ${name}`)
  return found
}

/** The error at that index in the list. */
export const errorByCode = (code: number): ErrorValue => errorValue(errorNames[code] ?? '#VALUE!')

/** The error that a text represents; undefined if none. */
export const errorFromText = (text: string): ErrorValue | undefined => {
  const name = errorNames.find((item) => item === text.toUpperCase())
  return name && errorValue(name)
}

export const nullError = errorValue('#NULL!')
export const divError = errorValue('#DIV/0!')
export const valueError = errorValue('#VALUE!')
export const refError = errorValue('#REF!')
export const nameError = errorValue('#NAME?')
export const numError = errorValue('#NUM!')
export const naError = errorValue('#N/A')
export const calcError = errorValue('#CALC!')
