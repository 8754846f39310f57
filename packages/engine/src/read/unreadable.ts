/** Why a file cannot be read, for whoever sent it. */
export type UnreadableCode =
  | 'not_a_workbook'
  | 'encrypted'
  | 'truncated'
  | 'too_large'
  | 'suspicious_compression'
  | 'too_many_parts'
  | 'too_many_cells'
  | 'malformed'

/** A file that is not read, with a sentence that says why. */
export class UnreadableWorkbook extends Error {
  readonly code: UnreadableCode
  constructor(code: UnreadableCode, sentence: string) {
    super(sentence)
    this.name = 'UnreadableWorkbook'
    this.code = code
  }
}

/** Ends the reading of a file. */
export const unreadable = (code: UnreadableCode, sentence: string): never => {
  throw new UnreadableWorkbook(code, sentence)
}
