import type { RipplePreview } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../../ui/icon.tsx'
import { useCanvas, useDealId } from '../canvas-query.ts'

/** What to look out for before applying it. */
export const Warnings = ({ warnings }: { warnings: RipplePreview['warnings'] }) =>
  warnings.length > 0 && (
    <ul className="what-if-warnings" aria-label="Warnings">
      {warnings.map(({ code, severity, message, metric_key: key }) => (
        <li
          key={`${code} ${key}`}
          className={`note ${severity === 'low' ? 'plain' : severity === 'high' ? 'red' : 'amber'}`}
        >
          <Icon name="warn" />
          <p>{message}</p>
        </li>
      ))}
    </ul>
  )

/** The sections that cite a number which moves; each leads to the section, and by that out of the what-if. */
export const TouchedSections = ({ sections }: { sections: RipplePreview['sections'] }) => {
  const dealId = useDealId()
  const order = useCanvas().sections.map(({ section_key: key }) => key)
  return (
    <section>
      <h3>Sections touched</h3>
      {sections.length === 0 ? (
        <p className="text-small text-fg-2">No section cites a number that moves.</p>
      ) : (
        <ul className="what-if-sections">
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

/** What the change does to the integrity score, where it does something. */
export const IntegrityMove = ({ before, after }: RipplePreview['integrity']) =>
  before !== null &&
  after !== null &&
  Math.round(before) !== Math.round(after) && (
    <p className="text-small text-fg-2">
      Integrity score <b className="text-fg">{Math.round(before)}</b> → <b className="text-fg">{Math.round(after)}</b>
    </p>
  )
