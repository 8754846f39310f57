import { tag } from '../calculate/grid.ts'
import { helpersFor, powerHelper } from './prelude.ts'
import type { TemplateCode } from './template-code.ts'

/** The statements that compute a cell of a template and store its value, and the functions they call. */
export interface CellCode {
  /** The names of the helpers in the prelude are the same in all templates. */
  readonly helpers: string
  readonly powers: string
  /** Whether they can set `ok` to 0; most formulas only multiply and add. */
  readonly isDoubted: boolean
  /** Expects the index `k` of the cell, its slot `o`, and the start `p` of the slots it refers to. */
  readonly body: string
  /** The same with the slots of single cells in the variables `c0`, `c1` and so on. */
  readonly inHand: string
}

/**
 * Writes the code of the cells of a template. If it is used beside that of others, the first of its powers must be
 * numbered after theirs. The text contains only code from templateCode and the helpers, never text from the file.
 */
export const cellCode = (made: TemplateCode, count: number, firstPower = 0): CellCode => {
  const helpers = helpersFor(made.code, 'one')
  const numbered = Array.from({ length: made.powers }, (_, n) => powerHelper(firstPower + n, count, 'one'))
  const powers = numbered.join('\n')
  const isDoubted = `${helpers}${powers}`.includes('ok = 0')
  const isBoolean = made.kind === 'boolean'
  const code = made.code.replaceAll(/\bpower(\d+)\(/g, (_, n) => `power${firstPower + Number(n)}(`)
  // `+ 0` removes negative zero, which Excel does not have.
  const body = `${isDoubted ? 'ok = 1' : ''}
  ${code}
  const w = ${isBoolean ? '(v ? 1 : 0)' : 'v'}
  if (${isDoubted ? 'ok === 1 && ' : ''}w - w === 0) { N[o] = w + 0; T[o] = ${isBoolean ? tag.boolean : tag.number} } else full(o)`
  return { helpers, powers, isDoubted, body, inHand: body.replaceAll(/R\[p \+ (\d+)\]/g, 'c$1') }
}
