import type { Reread, RereadMetric } from '@deal-canvas/contract'
import type { ReactNode } from 'react'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Button } from '../../ui/button.tsx'
import { formatMetric } from '../../ui/format-metric.ts'
import { Note } from '../../ui/note.tsx'
import { ReadingChanges } from './reading-changes.tsx'
import { useReadAgain } from './reading-query.ts'
import { cellText } from './reading-state.ts'

interface ReadAgainProps {
  dealId: string
  currency: string
  /** What else can be done with the numbers. */
  children: ReactNode
}

/** A deal keeps its numbers as they were read; here an editor reads its workbook again and decides what to use. */
export const ReadAgain = ({ dealId, currency, children }: ReadAgainProps) => {
  const { preview, use } = useReadAgain(dealId)
  const wrong = preview.error ?? use.error
  const found = preview.data
  return (
    <section className="reading-again" aria-label="Read again">
      <div className="reading-acts">
        <Button
          busy={preview.isPending}
          onClick={() => {
            use.reset()
            preview.mutate()
          }}
        >
          Read again
        </Button>
        {children}
        <p className="text-small text-fg-3">
          Reading again shows what would change before anything does. Cells that people chose or confirmed are kept.
        </p>
      </div>
      {wrong !== null && <Note tone="red">{sentenceFor(wrong)}</Note>}
      {use.isSuccess && (
        <>
          <Note tone="plain">The new reading is in use.</Note>
          <ReadingChanges changed={use.data} />
        </>
      )}
      {found !== undefined && found.metrics.length === 0 && (
        <Note tone="plain">The workbook is read as before. Nothing would change.</Note>
      )}
      {found !== undefined && found.metrics.length > 0 && (
        <Differences
          found={found}
          currency={currency}
          isBusy={use.isPending}
          onUse={() => use.mutate(found.version)}
          onKeep={() => preview.reset()}
        />
      )}
    </section>
  )
}

const changeLabels = {
  moved: ['Changed', 'amber'],
  found: ['Newly found', 'green'],
  lost: ['No longer found', 'red'],
} as const

const formatSide = ({ value, cell }: RereadMetric['before'], unit: RereadMetric['unit'], currency: string): string => {
  if (value === null) return 'No value'
  const words = formatMetric(value, unit, currency)
  return cell === null ? words : `${words} in ${cellText(cell)}`
}

interface DifferencesProps {
  found: Reread
  currency: string
  isBusy: boolean
  onUse: () => void
  onKeep: () => void
}

const Differences = ({ found, currency, isBusy, onUse, onKeep }: DifferencesProps) => (
  <section className="card reading-differences" aria-label="Differences">
    <ul>
      {found.metrics.map(({ key, name, unit, change, before, after }) => {
        const [label, tone] = changeLabels[change]
        return (
          <li key={key}>
            <b>{name}</b>
            <span className={`chip ${tone}`}>{label}</span>
            <span className="text-fg-3">{formatSide(before, unit, currency)}</span>
            <span>{formatSide(after, unit, currency)}</span>
          </li>
        )
      })}
    </ul>
    <div className="reading-acts">
      <Button look="primary" busy={isBusy} onClick={onUse}>
        Use the new reading
      </Button>
      <Button look="ghost" idle={isBusy} onClick={onKeep}>
        Keep
      </Button>
    </div>
  </section>
)
