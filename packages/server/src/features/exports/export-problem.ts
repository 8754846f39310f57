/** Why a file cannot be made, in words for the person who asked for it. */
export class ExportProblem extends Error {
  override readonly name = 'ExportProblem'
}
