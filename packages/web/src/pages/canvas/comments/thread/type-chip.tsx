import type { Comment } from '@deal-canvas/contract'
import { Icon } from '../../../../ui/icon.tsx'
import { typeLabels } from './format-comment.ts'

const typeIcon = {
  comment: 'comment',
  question: 'question',
  blocker: 'alert',
  request: 'at',
  suggestion: 'pen',
} as const

/** Never by color alone: a picture and a word go with it. */
export const TypeChip = ({ type }: { type: Comment['comment_type'] }) => (
  <span className={`chip thread-type ${type}`}>
    <Icon name={typeIcon[type]} size={12} />
    {typeLabels[type]}
  </span>
)
