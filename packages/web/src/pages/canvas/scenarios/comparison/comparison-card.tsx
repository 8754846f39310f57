import { ApiError } from '@deal-canvas/client'
import { canComment, type Scenario, type Threshold } from '@deal-canvas/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Ref } from 'react'
import type { Comparison } from '../../../../deal-data/scenarios-query.ts'
import { commonMessages } from '../../../../messages/common.ts'
import { scenarioMessages as messages } from '../../../../messages/scenarios.ts'
import { sentenceFor } from '../../../../session/sentence-for.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ListSkeleton } from '../../../../ui/list-skeleton.tsx'
import { Note } from '../../../../ui/note.tsx'
import type { Ask } from '../asked.ts'
import type { Standing } from '../scenario-permissions.ts'
import { ColumnChoice } from './column-choice.tsx'
import type { ComparedColumn } from './compared-column.ts'
import styles from './comparison-card.module.css'
import { ComparisonTable } from './comparison-table.tsx'
import { DetachedInputs } from './detached-inputs.tsx'

interface ComparisonCardProps {
  scenarios: readonly Scenario[]
  columns: readonly ComparedColumn[]
  query: Pick<UseQueryResult<Comparison>, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>
  thresholds: readonly Threshold[]
  standing: Standing
  headingRef: Ref<HTMLHeadingElement>
  onAsk: Ask
  onShow: (id: string) => void
  onHide: (id: string) => void
  /** Metrics that the user added as rows. */
  added: ReadonlySet<string>
  onAdded: (added: ReadonlySet<string>) => void
}

const isWithoutWorkbook = (error: Error | null): boolean => error instanceof ApiError && error.code === 'no_model'

/** Compares scenarios side by side. */
export const ComparisonCard = (props: ComparisonCardProps) => {
  const { scenarios, columns, query, thresholds, standing, headingRef, onAsk, onShow, onHide, added, onAdded } = props
  const { data, error, isError, isFetching, refetch } = query
  const shown = columns.map(({ scenario }) => scenario)
  return (
    <Card
      title={messages.comparison()}
      headingRef={headingRef}
      act={
        <>
          <p className={styles.legend}>
            <span>{messages.bestLegend.rich({ mark: (sign) => <i data-mark="best">{sign}</i> })}</span>
            <span>{messages.worstLegend.rich({ mark: (sign) => <i data-mark="worst">{sign}</i> })}</span>
          </p>
          <span className="sr-only" role="status">
            {isFetching && messages.calculating()}
          </span>
          {scenarios.length > 1 && <ColumnChoice scenarios={scenarios} shown={shown} onShow={onShow} onHide={onHide} />}
        </>
      }
    >
      {isWithoutWorkbook(error) && (
        <Note tone="plain" icon="alert">
          {messages.noWorkbook()}
        </Note>
      )}
      {isError && !isWithoutWorkbook(error) && (
        <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(error)}
        </Note>
      )}
      {data === undefined && !isError && <ListSkeleton label={messages.loading()} />}
      {scenarios.length === 1 && !isWithoutWorkbook(error) && (
        <p className={styles.none}>{canComment(standing.deal) ? messages.none() : messages.noneToCreate()}</p>
      )}
      {shown.map((scenario) => (
        <DetachedInputs key={scenario.id} scenario={scenario} standing={standing} />
      ))}
      {data !== undefined && (
        <ComparisonTable
          comparison={data}
          columns={columns}
          thresholds={thresholds}
          standing={standing}
          busy={isFetching}
          onAsk={onAsk}
          onHide={onHide}
          added={added}
          onAdded={onAdded}
        />
      )}
    </Card>
  )
}
