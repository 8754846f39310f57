import type { PreviewFinding, RipplePreview } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { useCanvas, useDealId } from '../../../deal-data/canvas-query.ts'
import { whatIfMessages } from '../../../messages/what-if.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './beside-impacts.module.css'

/** Warnings to consider before applying. */
export const Warnings = ({ warnings }: { warnings: RipplePreview['warnings'] }) =>
  warnings.length > 0 && (
    <ul className={styles.warnings} aria-label={whatIfMessages.warnings()}>
      {warnings.map(({ code, severity, message, metric_key: key }) => (
        <li
          key={`${code} ${key}`}
          className={`note ${severity === 'low' ? '' : severity === 'high' ? 'red' : 'amber'}`}
        >
          <Icon name="warn" />
          <p>{message}</p>
        </li>
      ))}
    </ul>
  )

/** The sections that cite a changed metric; following a link closes the what-if. */
export const TouchedSections = ({ sections }: { sections: RipplePreview['sections'] }) => {
  const dealId = useDealId()
  const order = useCanvas().sections.map(({ section_key: key }) => key)
  return (
    <section>
      <h3>{whatIfMessages.sectionsTouched()}</h3>
      {sections.length === 0 ? (
        <p className="text-small text-fg-2">{whatIfMessages.noSectionTouched()}</p>
      ) : (
        <ul className={styles.sections}>
          {sections.map(({ section_key: key, title }) => (
            <li key={key}>
              <Link to="/canvas/$dealId" params={{ dealId }} search={{ section: key }} className="chip">
                <span className="text-fg-3">{order.indexOf(key) + 1}</span> {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The change of the integrity score, if any, and the findings behind it. */
export const IntegrityMove = ({ before, after, appeared, resolved }: RipplePreview['integrity']) =>
  before !== null &&
  after !== null &&
  Math.round(before) !== Math.round(after) && (
    <section>
      <h3>{whatIfMessages.integrityScore({ before: Math.round(before), after: Math.round(after) })}</h3>
      <ul className={styles.findings}>
        {appeared.map((finding) => (
          <ChangedFinding key={keyOf(finding)} message={whatIfMessages.newFinding} finding={finding} />
        ))}
        {resolved.map((finding) => (
          <ChangedFinding key={keyOf(finding)} message={whatIfMessages.resolvedFinding} finding={finding} />
        ))}
      </ul>
    </section>
  )

const keyOf = ({ check, severity, sheet, cell, message }: PreviewFinding): string =>
  [check, severity, sheet, cell, message].join(' ')

interface ChangedFindingProps {
  message: typeof whatIfMessages.newFinding | typeof whatIfMessages.resolvedFinding
  finding: PreviewFinding
}

const ChangedFinding = ({ message, finding }: ChangedFindingProps) => (
  <li className="text-small text-fg-2">
    {message.rich({ message: finding.message, b: (text) => <b className="text-fg">{text}</b> })}
    {finding.sheet !== null && finding.cell !== null && (
      <span className="text-fg-3">
        {' '}
        {finding.sheet}!{finding.cell}
      </span>
    )}
  </li>
)
