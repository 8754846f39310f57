import type { DataQuality, FinancialHighlight } from '@deal-canvas/contract'
import { useState } from 'react'
import { WrongCell } from '../../features/workbook-grid/wrong-cell.tsx'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { Card } from '../../ui/card.tsx'
import { formatMetric } from '../../ui/format-metric.ts'
import { Segments } from '../../ui/segments.tsx'
import { comparedSources } from './compare-tabs.ts'
import { Disagreement } from './disagreement.tsx'
import styles from './highlights-card.module.css'

type Which = 'differs' | 'several' | 'all'

const isShown: Record<Which, (highlight: FinancialHighlight) => boolean> = {
  differs: ({ agreement }) => agreement === 'differs',
  several: ({ agreement }) => agreement !== 'single',
  all: () => true,
}

interface HighlightsCardProps {
  highlights: DataQuality['financial_highlights']
  documentId: string | undefined
  onOpen: (place: { sheet: string; cell: string }) => void
}

/** The headline metrics as each tab states them; those that disagree come first, side by side. */
export const HighlightsCard = ({ highlights, documentId, onOpen }: HighlightsCardProps) => {
  const [which, setWhich] = useState<Which>('several')
  const all = Object.entries(highlights)
  const counted = (choice: Which) => all.filter(([, highlight]) => isShown[choice](highlight)).length
  const shown = all
    .filter(([, highlight]) => isShown[which](highlight))
    .sort(([, a], [, b]) => Number(isShown.differs(b)) - Number(isShown.differs(a)))
  return (
    <Card
      title={messages.highlights()}
      act={
        <Segments
          label={messages.whichHighlights()}
          chosen={which}
          onChoose={setWhich}
          choices={[
            ['differs', messages.highlightsDisagree({ count: counted('differs') })],
            ['several', messages.highlightsInSeveralTabs({ count: counted('several') })],
            ['all', messages.highlightsAll({ count: counted('all') })],
          ]}
        />
      }
    >
      {documentId !== undefined &&
        all
          .filter(([, highlight]) => isShown.differs(highlight))
          .map(([key, highlight]) => (
            <Disagreement key={key} metricKey={key} highlight={highlight} documentId={documentId} onOpen={onOpen} />
          ))}
      {shown.length === 0 && <p className="p-4 text-fg-2">{messages.noTabsDisagree()}</p>}
      <ul className={`rows ${styles.highlights}`}>
        {shown.map(([key, highlight]) => (
          <li key={key} data-differs={highlight.agreement === 'differs' || undefined}>
            <h3>
              {highlight.label} <WrongCell metricKey={key} />
            </h3>
            <ul>
              {comparedSources(highlight).map(({ sheet, cell, value, period, off }) => (
                <li key={`${sheet}!${cell}`} data-off={off || undefined}>
                  <button
                    type="button"
                    aria-label={messages.openCell({ cell: `${sheet}!${cell}` })}
                    onClick={() => onOpen({ sheet, cell })}
                  >
                    {sheet}
                  </button>
                  {period !== null && <span className="text-fg-3">{period}</span>}
                  <b>{formatMetric(value, highlight.unit)}</b>
                  {off && <span className="sr-only">{messages.differsSpoken()}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}
