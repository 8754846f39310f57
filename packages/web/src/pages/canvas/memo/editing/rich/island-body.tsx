import type { Block } from '@deal-canvas/memo'
import { useNumbers } from '../../../../../deal-data/numbers.ts'
import { blockMessages } from '../../../../../messages/blocks.ts'
import { writingMessages } from '../../../../../messages/writing.ts'
import { Icon } from '../../../../../ui/icon.tsx'
import { KpiRow } from '../../blocks/kpi-row.tsx'
import { MemoBlock } from '../../blocks/memo-block.tsx'
import { useBlockView } from '../../blocks/section-blocks.tsx'
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

/** Key figures are known before the section is saved; everything else is computed by the service. */
const UnsavedBlock = ({ block }: { block: Block }) => {
  const { shown } = useNumbers()
  if (block.block !== 'kpis') return <p className={styles.unsaved}>{blockMessages.unsaved()}</p>
  const items = block.metrics.map((metric) => ({ metric, label: shown.get(metric)?.label ?? metric, value: '' }))
  return <KpiRow view={{ view: 'kpis', items }} />
}

const EditedBlock = ({ block, island }: { block: Block; island: Island }) => {
  const found = useBlockView(block)
  const isSaved = found !== undefined && found.status !== 'unsaved'
  const what = writingMessages.blockKind({ kind: block.block })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the controls of a form.
    <div className={styles.block} role="group" aria-label={what} data-chosen={island.isChosen || undefined}>
      {isSaved ? <MemoBlock block={block} source={null} /> : <UnsavedBlock block={block} />}
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
