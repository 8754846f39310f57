import type { Scenario } from '@deal-canvas/contract'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import type { Ask } from '../asked.ts'
import { ScenarioDot } from '../scenario-dot.tsx'
import type { Standing } from '../scenario-permissions.ts'
import styles from './column-head.module.css'
import { ColumnMenu } from './column-menu.tsx'

interface ColumnHeadProps {
  scenario: Scenario
  /** Why it could not be computed; null: it could. */
  error: string | null
  standing: Standing
  onAsk: Ask
  onHide: () => void
}

/** The name of a scenario, its state and its menu. */
export const ColumnHead = ({ scenario, error, standing, onAsk, onHide }: ColumnHeadProps) => {
  const { name, note, color, kind } = scenario
  return (
    <div className={styles.head}>
      <div className={styles.name}>
        <ScenarioDot color={color} />
        <span>{name}</span>
        <ColumnMenu scenario={scenario} standing={standing} onAsk={onAsk} onHide={onHide} />
      </div>
      <Chips scenario={scenario} />
      <p className={styles.by}>{kind === 'base' ? messages.workbook() : <Author scenario={scenario} />}</p>
      {note !== null && <p className={styles.note}>{note}</p>}
      {error !== null && <p className={styles.error}>{messages.notComputed({ reason: error })}</p>}
    </div>
  )
}

const Chips = ({ scenario: { kind, is_presented: isPresented, proposal, overrides } }: { scenario: Scenario }) => {
  const by = proposal?.proposed_by?.display_name ?? messages.formerMember()
  const proposedBy =
    proposal === null || proposal.reason === null
      ? messages.proposedBy({ person: by })
      : messages.proposedBecause({ person: by, reason: proposal.reason })
  return (
    <div className={styles.chips}>
      {isPresented && <span className="chip blue">{messages.presented()}</span>}
      {kind === 'private' && <span className="chip line">{messages.private()}</span>}
      {kind === 'workbook' && <span className="chip line">{messages.workbookCase()}</span>}
      {proposal !== null && (
        <span className="chip amber" title={proposedBy}>
          <span aria-hidden="true">{messages.proposed()}</span>
          <span className="sr-only">{proposedBy}</span>
        </span>
      )}
      {overrides.length > 0 && <span className="chip">{messages.inputCount({ count: overrides.length })}</span>}
    </div>
  )
}

const Author = ({ scenario: { author, updated_at: at, kind } }: { scenario: Scenario }) => {
  if (kind === 'workbook') return messages.workbook()
  const name = author?.display_name ?? messages.formerMember()
  return at === null ? name : messages.authorAndTime.rich({ author: name, time: () => <RelativeTime at={at} /> })
}
