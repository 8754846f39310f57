import type { DataQuality, Metric } from '@deal-canvas/contract'
import { WrongCell } from '../../features/workbook-grid/wrong-cell.tsx'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { Card } from '../../ui/card.tsx'
import cellLinkStyles from './cell-link.module.css'
import findingsCardStyles from './findings-card.module.css'

interface QuestionsCardProps {
  questions: DataQuality['data_quality_summary']['questions']
  metrics: ReadonlyMap<string, Metric>
  onOpen: (place: { sheet: string; cell: string }) => void
}

/** Cells to confirm before some checks can run; renders nothing if there are none. */
export const QuestionsCard = ({ questions, metrics, onOpen }: QuestionsCardProps) =>
  questions.length === 0 ? null : (
    <Card title={messages.questions({ count: questions.length })}>
      <p className="px-4 pt-3 text-small text-fg-3">{messages.questionsHint()}</p>
      <ul className={`rows ${findingsCardStyles.findings}`}>
        {questions.map(({ title, metric_key, message, sheet, cell, confidence }) => (
          <li key={`${metric_key} ${sheet} ${cell}`}>
            <span className="chip">{`${Math.round(confidence * 100)}%`}</span>
            <div>
              <h3>{messages.isThisTheMetric({ metric: metrics.get(metric_key)?.label ?? metric_key })}</h3>
              <p className="text-small text-fg-2">{message}</p>
              <p className="text-small text-fg-3">{title}</p>
              <WrongCell metricKey={metric_key} />
            </div>
            <button
              type="button"
              className={cellLinkStyles.cellLink}
              aria-label={messages.openCell({ cell: `${sheet}!${cell}` })}
              onClick={() => onOpen({ sheet, cell })}
            >
              {`${sheet}!${cell}`}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
