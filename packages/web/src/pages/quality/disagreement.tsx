import type { FinancialHighlight } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { around, rangeName, readRange } from '../../features/workbook-grid/cell-range.ts'
import { cellsQuery } from '../../features/workbook-grid/cells-query.ts'
import { SheetGrid } from '../../features/workbook-grid/sheet-grid.tsx'
import { WrongCell } from '../../features/workbook-grid/wrong-cell.tsx'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { useServices } from '../../session/services.ts'
import { formatMetric } from '../../ui/format-metric.ts'
import { Icon } from '../../ui/icon.tsx'
import cellLinkStyles from './cell-link.module.css'
import { type ComparedSource, comparedSources, gapOf } from './compare-tabs.ts'
import styles from './disagreement.module.css'

interface DisagreementProps {
  metricKey: string
  highlight: FinancialHighlight
  documentId: string
  onOpen: (place: { sheet: string; cell: string }) => void
}

/** Tabs that disagree about a number, each with the surrounding cells. */
export const Disagreement = ({ metricKey, highlight, documentId, onOpen }: DisagreementProps) => {
  const sides = comparedSources(highlight).filter(({ used, off }) => used || off)
  return (
    <section className={styles.disagreement} aria-label={messages.tabsDisagree({ metric: highlight.label })}>
      <h3>
        <Icon name="warn" size={14} />
        {highlight.label}
        <span className="text-small font-normal text-fg-3">
          {messages.gap({ gap: formatMetric(gapOf(highlight), highlight.unit) })}
        </span>
        <WrongCell metricKey={metricKey} />
      </h3>
      <div className={styles.sides}>
        {sides.map((side) => (
          <Side key={`${side.sheet}!${side.cell}`} side={side} documentId={documentId} onOpen={onOpen} />
        ))}
      </div>
    </section>
  )
}

const reach = { above: 1, below: 1, left: 1, right: 0 }

const Side = ({
  side,
  documentId,
  onOpen,
}: { side: ComparedSource } & Pick<DisagreementProps, 'documentId' | 'onOpen'>) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const lit = readRange(side.cell)
  const window = lit === undefined ? undefined : around(lit.from, reach)
  const { data } = useQuery({
    ...cellsQuery(client, {
      dealId,
      documentId,
      sheet: side.sheet,
      range: window === undefined ? '' : rangeName(window),
    }),
    enabled: window !== undefined,
  })
  const name = `${side.sheet}!${side.cell}`
  return (
    <div className={styles.side}>
      <header>
        <button
          type="button"
          className={cellLinkStyles.cellLink}
          aria-label={messages.openCell({ cell: name })}
          onClick={() => onOpen(side)}
        >
          {name}
        </button>
        <span className={`chip ${side.used ? 'green' : 'amber'}`}>
          {side.used ? messages.usedByDeal() : messages.differs()}
        </span>
      </header>
      {window !== undefined && lit !== undefined && (
        <SheetGrid
          look="excerpt"
          window={window}
          cells={data?.cells}
          lit={lit}
          label={messages.cellsAround({ cell: name })}
        />
      )}
    </div>
  )
}
