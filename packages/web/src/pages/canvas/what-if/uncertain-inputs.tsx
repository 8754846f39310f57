import { type Metric, maxUncertainMetrics, type ProbabilisticView } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { Segments } from '../../../ui/segments.tsx'
import { rangeText } from './range-text.ts'
import styles from './uncertain-inputs.module.css'
import { canVary } from './varying-inputs.ts'

interface OwnInputsProps {
  metrics: ReadonlyMap<string, Metric>
  without: string
  varying: readonly string[]
  /** The last simulation, which has the range of each input. */
  view: ProbabilisticView | undefined
  onChange: (varying: string[]) => void
}

interface UncertainInputsProps extends OwnInputsProps {
  /** Whether the settings of the presented scenario are used instead of the own choice. */
  isAsSet: boolean
  onAsSet: (isAsSet: boolean) => void
}

/** Which inputs are uncertain: those in the settings of the presented scenario, or those that the user chooses. */
export const UncertainInputs = ({ isAsSet, onAsSet, ...own }: UncertainInputsProps) => {
  const dealId = useDealId()
  return (
    <>
      <div className={styles.choice}>
        <Segments
          label={whatIfMessages.uncertainInputs()}
          choices={[
            ['as-set', whatIfMessages.asSet()],
            ['own', whatIfMessages.ownChoice()],
          ]}
          chosen={isAsSet ? 'as-set' : 'own'}
          onChoose={(choice) => onAsSet(choice === 'as-set')}
        />
        {isAsSet && (
          <Link className="tap text-small text-accent" to="/canvas/$dealId/scenarios" params={{ dealId }}>
            {whatIfMessages.changeSettings()}
          </Link>
        )}
      </div>
      {isAsSet ? <InputsAsSet {...own} /> : <OwnInputs {...own} />}
    </>
  )
}

/** The inputs that the settings of the scenario name, and their ranges. They are known once a simulation has run. */
const InputsAsSet = ({ metrics, view }: Pick<OwnInputsProps, 'metrics' | 'view'>) =>
  view !== undefined && (
    <details className={styles.varying}>
      <summary>{whatIfMessages.uncertainAsSet({ count: Object.keys(view.uncertain).length })}</summary>
      <ul className={styles.asSet} aria-label={whatIfMessages.uncertainInputs()}>
        {Object.entries(view.uncertain).map(([key, range]) => (
          <li key={key}>
            {metrics.get(key)?.label ?? key}{' '}
            <span className="text-fg-3">{rangeText(range, metrics.get(key)?.unit ?? 'ratio')}</span>
          </li>
        ))}
      </ul>
    </details>
  )

/** The other uncertain inputs that the user chooses, and their ranges. */
const OwnInputs = ({ metrics, without, varying, view, onChange }: OwnInputsProps) => (
  <details className={styles.varying}>
    <summary>{whatIfMessages.furtherUncertain({ count: varying.length })}</summary>
    <fieldset>
      <legend className="sr-only">{whatIfMessages.uncertainInputs()}</legend>
      {canVary(metrics.values(), without).map(({ metric_key: key, label, unit }) => {
        const on = varying.includes(key)
        return (
          <label key={key}>
            <input
              type="checkbox"
              checked={on}
              disabled={!on && varying.length >= maxUncertainMetrics}
              onChange={() => onChange(on ? varying.filter((one) => one !== key) : [...varying, key])}
            />
            {label}
            {on && <span className="text-small text-fg-3">{rangeText(view?.uncertain[key], unit)}</span>}
          </label>
        )
      })}
    </fieldset>
  </details>
)
