import type { Committee } from '@deal-canvas/contract'
import { committeeMessages as messages } from '../../messages/committee.ts'

/** "Memo version 14, model 3, Base": what the committee votes on. */
export const formatBasis = ({ now, scenario_name: scenario }: Pick<Committee, 'now' | 'scenario_name'>): string => {
  if (now.memo_version === 0) return messages.noMemo()
  const { memo_version: memo, model_version: model } = now
  return model === 0
    ? messages.basisWithoutModel({ memo })
    : messages.basis({ memo, model, scenario: scenario ?? messages.base() })
}
