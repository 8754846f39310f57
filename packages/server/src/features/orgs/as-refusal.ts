import type { ErrorCode } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import { violatedIndex } from '../../platform/database/failures.ts'

/**
 * Turns the violation of a unique index into a domain error. The surrounding transaction is aborted, so the caller must
 * not continue it.
 */
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
