import type { Scenario } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { comparisonQuery, type Scenarios } from '../../../deal-data/scenarios-query.ts'
import { thresholdsQuery } from '../../../deal-data/thresholds-query.ts'
import { scenarioMessages as messages } from '../../../messages/scenarios.ts'
import { useServices } from '../../../session/services.ts'
import { Note } from '../../../ui/note.tsx'
import { TwoWayTableCard } from '../sensitivity/two-way-table-card.tsx'
import { TornadoCard } from '../tornado/tornado-card.tsx'
import type { Asked } from './asked.ts'
import { shownScenarios, withShown } from './comparison/columns.ts'
import { comparedColumns } from './comparison/compared-column.ts'
import { ComparisonCard } from './comparison/comparison-card.tsx'
import { type ComparisonChoice, readComparisonChoice, writeComparisonChoice } from './comparison/remembered-choice.ts'
import { ScenarioDialogs } from './dialogs/scenario-dialogs.tsx'
import { GoalSeekCard } from './goal-seek/goal-seek-card.tsx'
import { ProbabilitiesCard } from './probabilities/probabilities-card.tsx'
import { useSimulatedColumns } from './probabilities/use-simulated-columns.ts'
import styles from './scenarios-page.module.css'
import { ThresholdsCard } from './thresholds/thresholds-card.tsx'
import { useStanding } from './use-standing.ts'

interface ScenarioCardsProps {
  list: Scenarios
  /** Without a workbook, there is only Base and nothing to recalculate. */
  hasWorkbook: boolean
  asked: Asked | undefined
  onAsk: (asked: Asked | undefined) => void
}

/** The cards of the page and the open dialog. */
export const ScenarioCards = ({ list, hasWorkbook, asked, onAsk }: ScenarioCardsProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const heading = useRef<HTMLHeadingElement>(null)
  const standing = useStanding(list.needs_approval)
  const [choice, setChoice] = useState(() => readComparisonChoice(dealId))
  const { scenarios } = list
  const { hidden } = choice
  const choose = (changed: Partial<ComparisonChoice>): void => {
    const next = { ...choice, ...changed }
    setChoice(next)
    writeComparisonChoice(dealId, next)
  }
  const shown = shownScenarios(scenarios, hidden)
  const compared = useQuery({ ...comparisonQuery(client, dealId, shown), enabled: hasWorkbook })
  const limits = useQuery(thresholdsQuery(client, dealId))
  const thresholds = limits.data?.thresholds ?? []
  const columns = comparedColumns(shown, compared.data)
  const simulation = useSimulatedColumns({ compared: shown, comparison: compared.data, thresholds })
  const baseOf = (key: string): number | null =>
    compared.data?.metrics.find(({ metric_key: one }) => one === key)?.values[0] ?? null
  const onMade = (made: Scenario): void => choose({ hidden: withShown([...scenarios, made], hidden, made.id) })
  return (
    <div className={styles.cards}>
      {hasWorkbook ? (
        <ComparisonCard
          scenarios={scenarios}
          columns={columns}
          query={compared}
          thresholds={thresholds}
          standing={standing}
          headingRef={heading}
          onAsk={onAsk}
          onShow={(id) => choose({ hidden: withShown(scenarios, hidden, id) })}
          onHide={(id) => choose({ hidden: new Set([...hidden, id]) })}
          added={choice.added}
          onAdded={(added) => choose({ added })}
        />
      ) : (
        <Note tone="plain" icon="alert">
          {messages.noWorkbook()}
        </Note>
      )}
      {hasWorkbook && (
        <>
          <ProbabilitiesCard compared={shown} thresholds={thresholds} simulation={simulation} onAsk={onAsk} />
          <TornadoCard
            columns={simulation.columns.flatMap(({ scenario, simulated }) =>
              simulated === undefined || simulated.error !== null ? [] : [{ scenario, simulated }],
            )}
            thresholds={thresholds}
            isOutdated={simulation.isOutdated}
          />
        </>
      )}
      <div className={hasWorkbook ? styles.low : undefined}>
        {hasWorkbook && <TwoWayTableCard thresholds={thresholds} scenarios={list} />}
        <div>
          {hasWorkbook && <GoalSeekCard thresholds={thresholds} scenarios={list} onAsk={onAsk} />}
          <ThresholdsCard query={limits} columns={hasWorkbook ? columns : []} />
        </div>
      </div>
      {asked !== undefined && (
        <ScenarioDialogs
          asked={asked}
          scenarios={scenarios}
          standing={standing}
          baseOf={baseOf}
          onMade={onMade}
          onDeleted={() => {
            onAsk(undefined)
            // The menu that opened the dialog is gone with its column.
            requestAnimationFrame(() => heading.current?.focus())
          }}
          onClose={() => onAsk(undefined)}
        />
      )}
    </div>
  )
}
