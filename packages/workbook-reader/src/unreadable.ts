/** Why a file cannot be read, for the person who uploaded it. */
export type UnreadableCode =
  | 'not_a_workbook'
  | 'encrypted'
  | 'truncated'
  | 'too_large'
  | 'suspicious_compression'
  | 'too_many_parts'
  | 'too_many_cells'
  | 'malformed'

/** A file that cannot be read, with a message that says why. */
export class UnreadableWorkbook extends Error {
  readonly code: UnreadableCode
  constructor(code: UnreadableCode, sentence: string) {
    super(sentence)
    this.name = 'UnreadableWorkbook'
    this.code = code
  }
}

/** Aborts reading a file. */
export const unreadable = (code: UnreadableCode, sentence: string): never => {
  throw new UnreadableWorkbook(code, sentence)
}
