import type { Block } from '@deal-canvas/memo'
import { useNumbers } from '../../../../../deal-data/numbers.ts'
import { blockMessages } from '../../../../../messages/blocks.ts'
import { writingMessages } from '../../../../../messages/writing.ts'
import { Icon } from '../../../../../ui/icon.tsx'
import { MemoBlock } from '../../blocks/memo-block.tsx'
import { LiveNumber } from '../../live-number.tsx'
import styles from './island-body.module.css'
import type { Island } from './islands.ts'

/** A number in the text, with its name: in a sentence that is being written, both can be wrong. */
const NumberChip = ({ metricKey, isChosen }: { metricKey: string; isChosen: boolean }) => {
  const label = useNumbers().shown.get(metricKey)?.label ?? metricKey
  return (
    <span className={styles.chip} data-chosen={isChosen || undefined} title={label}>
      <span className={styles.name}>{label}</span>{' '}
      <LiveNumber metricKey={metricKey} writtenAt={undefined} inLink={true} />
    </span>
  )
}

const EditedBlock = ({ block, island }: { block: Block; island: Island }) => {
  const what = writingMessages.blockKind({ kind: block.block })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form.
    <div className={styles.block} role="group" aria-label={what} data-chosen={island.isChosen || undefined}>
      <MemoBlock block={block} source={<p className={styles.unsaved}>{blockMessages.unsaved()}</p>} />
      <button
        type="button"
        className="btn icon"
        aria-label={writingMessages.removeBlock({ what })}
        title={writingMessages.removeBlock({ what })}
        onClick={island.remove}
      >
        <Icon name="trash" size={14} />
      </button>
    </div>
  )
}

/** What the page draws in the text: as in the memo that is read, but selected and removed as a whole. */
export const IslandBody = ({ island }: { island: Island }) => {
  const { attrs } = island.node
  return attrs['block'] === undefined ? (
    <NumberChip metricKey={String(attrs['key'])} isChosen={island.isChosen} />
  ) : (
    <EditedBlock block={attrs['block'] as Block} island={island} />
  )
}
