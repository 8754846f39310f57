import type { Comment } from '@deal-canvas/contract'
import { Icon } from '../../../ui/icon.tsx'
import { typeLabels } from '../comment-labels.ts'
import styles from './type-chip.module.css'

const typeIcon = {
  comment: 'comment',
  question: 'question',
  blocker: 'alert',
  request: 'at',
  suggestion: 'pen',
} as const

/** Not by color alone: it has an icon and a label. */
export const TypeChip = ({ type }: { type: Comment['comment_type'] }) => (
  <span className={`chip ${styles.type}`} data-type={type}>
    <Icon name={typeIcon[type]} size={12} />
    {typeLabels[type]}
  </span>
)
