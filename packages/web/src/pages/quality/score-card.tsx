import type { DataQuality, DealModel } from '@deal-canvas/contract'
import type { CSSProperties } from 'react'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { bandOf, scoreBands } from '../../ui/score-band.ts'
import { formatScore, formatScoreCap } from './format-score.ts'
import styles from './score-card.module.css'

const percent = (share: number): string => `${Math.floor(share * 1000) / 10}%`

/** The score on its scale, what caps it, and how much was examined. */
export const ScoreCard = ({ quality, model }: { quality: DataQuality; model: DealModel | undefined }) => {
  const { model_integrity_score: exact, data_quality_summary: summary } = quality
  const score = Math.round(exact)
  const band = bandOf(score)
  const place: CSSProperties & Record<'--score', number> = { '--score': score / 100 }
  return (
    <section className={`card ${styles.score}`} aria-label={messages.score()} data-tone={band.tone}>
      <div>
        <p className={styles.big}>
          {messages.scoreOutOf.rich({ score, b: (text) => <b>{text}</b>, scale: (text) => <span>{text}</span> })}
        </p>
        <p className={styles.band}>{formatScore(score, summary)}</p>
      </div>
      <div>
        <div
          className={styles.bands}
          style={place}
          role="img"
          aria-label={messages.bandsSpoken({
            bands: scoreBands.map(({ name, from }) => messages.bandSpoken({ band: name, from })).join(', '),
            score,
            band: band.name,
          })}
        >
          {scoreBands.map((item, n) => (
            <span
              key={item.name}
              data-on={item.name === band.name || undefined}
              style={{ flexGrow: (scoreBands[n + 1]?.from ?? 100) - item.from }}
            >
              {n === 0 ? item.name : messages.bandMark({ band: item.name, from: item.from })}
            </span>
          ))}
          <i />
        </div>
        <p className="text-small text-fg-2">{formatScoreCap(summary, summary.coverage)}</p>
      </div>
      <dl>
        <dt>{messages.checksRun()}</dt>
        <dd>{summary.checks_run}</dd>
        <dt>{messages.modelExamined()}</dt>
        <dd>{percent(summary.coverage)}</dd>
        {model !== undefined && model.formulas > 0 && (
          <>
            <dt>{messages.formulasRecalculated()}</dt>
            <dd>{messages.countOfTotal({ count: model.computed, total: model.formulas })}</dd>
            <dt>{messages.formulasAgreeing()}</dt>
            <dd>{percent(model.agreeing / model.formulas)}</dd>
          </>
        )}
        {model !== undefined && model.uncached > 0 && (
          <>
            <dt>{messages.formulasWithoutValue()}</dt>
            <dd>{messages.calculatedHere({ count: model.uncached })}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
