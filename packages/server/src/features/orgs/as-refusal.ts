import type { ErrorCode } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { violatedIndex } from '../../platform/database/failures.ts'

/** A unique index that says no is a rule that says no. The transaction around is dead: only a refusal may follow. */
export const asRefusal = async <Result>(
  statement: PromiseLike<Result>,
  rules: Readonly<Record<string, ErrorCode>>,
): Promise<Result> => {
  try {
    return await statement
  } catch (error) {
    const code = rules[violatedIndex(error) ?? '']
    if (code === undefined) throw error
    return refuse(code)
  }
}
