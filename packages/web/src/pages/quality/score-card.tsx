import type { DataQuality, DealModel } from '@deal-canvas/contract'
import type { CSSProperties } from 'react'
import { bandOf, scoreBands } from '../../ui/score-band.ts'
import { formatScore, formatScoreCap } from './format-score.ts'

const count = new Intl.NumberFormat('en-US')
const percent = (share: number): string => `${Math.floor(share * 1000) / 10}%`

/** The score on its scale, what holds it down, and how much was looked at. */
export const ScoreCard = ({ quality, model }: { quality: DataQuality; model: DealModel | undefined }) => {
  const { model_integrity_score: exact, data_quality_summary: summary } = quality
  const score = Math.round(exact)
  const band = bandOf(score)
  const place: CSSProperties & Record<'--score', number> = { '--score': score / 100 }
  return (
    <section className="card quality-score" aria-label="Integrity score" data-tone={band.tone}>
      <div>
        <p className="big">
          <b>{score}</b> <span>of 100</span>
        </p>
        <p className="band">{formatScore(score, summary)}</p>
      </div>
      <div>
        <div
          className="bands"
          style={place}
          role="img"
          aria-label={`Bands: ${scoreBands.map(({ name, from }) => `${name} from ${from}`).join(', ')}. The score is ${score}, ${band.name}.`}
        >
          {scoreBands.map((one, n) => (
            <span
              key={one.name}
              data-on={one === band || undefined}
              style={{ flexGrow: (scoreBands[n + 1]?.from ?? 100) - one.from }}
            >
              {n === 0 ? one.name : `${one.name} ${one.from}`}
            </span>
          ))}
          <i />
        </div>
        <p className="text-small text-fg-2">{formatScoreCap(summary, summary.coverage)}</p>
      </div>
      <dl>
        <dt>Checks run</dt>
        <dd>{summary.checks_run}</dd>
        <dt>Model examined</dt>
        <dd>{percent(summary.coverage)}</dd>
        {model !== undefined && model.formulas > 0 && (
          <>
            <dt>Formulas recalculated</dt>
            <dd>{`${count.format(model.computed)} of ${count.format(model.formulas)}`}</dd>
            <dt>Agree with the workbook</dt>
            <dd>{percent(model.agreeing / model.formulas)}</dd>
          </>
        )}
        {model !== undefined && model.uncached > 0 && (
          <>
            <dt>Without a value in the workbook</dt>
            <dd>{`${count.format(model.uncached)}, calculated here`}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
