import { paperMessages as messages } from '../messages/paper.ts'
import type { PrintableMemo } from '../printable-memo.ts'

/** Which version of memo, model and scenario the file shows; on the cover, and at the foot of each page. */
export const standingOf = (memo: PrintableMemo): string[] => [
  messages.memoVersion({ version: memo.version, date: memo.versionDate }),
  ...[memo.earlier, memo.basis, memo.scenario].filter((line) => line !== undefined),
]
