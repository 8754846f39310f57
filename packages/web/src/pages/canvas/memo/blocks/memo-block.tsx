import type { Block } from '@deal-canvas/memo'
import { lazy, type ReactNode, Suspense } from 'react'
import { blockMessages as messages } from '../../../../messages/blocks.ts'
import { Note } from '../../../../ui/note.tsx'
import styles from './memo-block.module.css'
import { useBlockView } from './section-blocks.tsx'

// A memo without blocks needs none of their code.
const BlockBody = lazy(async () => ({ default: (await import('./block-body.tsx')).BlockBody }))

const Loading = () => (
  <div className={styles.loading} role="status" data-not-yet>
    <span data-screen-only>{messages.loading()}</span>
    <span data-paper-only>{messages.notLoadedOnPaper()}</span>
  </div>
)

interface MemoBlockProps {
  block: Block
  /** Shown where nothing computes blocks, as in a comment. */
  source: ReactNode
}

/** A block of the memo besides text. */
export const MemoBlock = ({ block, source }: MemoBlockProps) => {
  const found = useBlockView(block)
  if (found === undefined) return source
  if (found.status === 'failed') return <Note tone="amber">{messages.failed({ reason: found.reason })}</Note>
  if (found.status === 'unsaved') return <p className={styles.unavailable}>{messages.unsaved()}</p>
  if (found.status !== 'shown') return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      <BlockBody view={found.view} />
    </Suspense>
  )
}
