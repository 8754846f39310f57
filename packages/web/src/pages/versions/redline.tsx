import type { ComparedSection } from '@deal-canvas/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { versionsMessages as messages } from '../../messages/versions.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { type Comparison, readComparison } from './comparison.ts'
import { comparisonQuery } from './comparison-query.ts'
import styles from './redline.module.css'
import { MovedNumber, RedlineText } from './redline-text.tsx'
import { RestoreSection } from './restore-section.tsx'

/** The differences between two versions of a memo. */
export const Redline = ({ from, to }: { from: number; to: number }) => {
  const [view, setView] = useState<'inline' | 'side'>('inline')
  const compared = useInfiniteQuery(comparisonQuery(useServices().session.client, useDealId(), from, to))
  if (compared.isError)
    return (
      <Note tone="red" act={<Button onClick={() => compared.refetch()}>{messages.tryAgain()}</Button>}>
        {sentenceFor(compared.error)}
      </Note>
    )
  if (compared.data === undefined)
    return (
      <p role="status" className="text-fg-3">
        {messages.comparing()}
      </p>
    )
  const { pages } = compared.data
  const comparison = readComparison(pages)
  const [sides] = pages
  const moved = [...comparison.numbers.values()].filter((number) => number.moved)
  const { sections, same } = comparison
  return (
    <div className={styles.columns}>
      <div className={styles.sections}>
        {sections.length > 0 && (
          <div data-screen-only>
            <Segments
              label={messages.view()}
              choices={[
                ['inline', messages.inline()],
                ['side', messages.sideBySide()],
              ]}
              chosen={view}
              onChoose={setView}
            />
          </div>
        )}
        {sections.map((section) => (
          <ChangedSection
            key={section.section_key}
            section={section}
            numbers={comparison.numbers}
            versions={{ from, to }}
            isSideBySide={view === 'side'}
          />
        ))}
        {sections.length === 0 && moved.length === 0 && !compared.hasNextPage && (
          <Note tone="plain">{messages.nothing()}</Note>
        )}
        {sections.length > 0 && same > 0 && !compared.hasNextPage && (
          <p className="text-small text-fg-3">{messages.sameSections({ count: same })}</p>
        )}
        {compared.hasNextPage && (
          <Button busy={compared.isFetchingNextPage} onClick={() => void compared.fetchNextPage()}>
            {messages.moreSections()}
          </Button>
        )}
      </div>
      <aside aria-label={messages.numbers()}>
        <Card
          title={messages.numbers()}
          act={<span className="text-fg-3">{messages.numbersCount({ count: moved.length })}</span>}
        >
          {sides !== undefined && sides.from.model_version !== sides.to.model_version && (
            <p className={styles.numbersHead}>
              {messages.workbook({ from: sides.from.model_version ?? 0, to: sides.to.model_version ?? 0 })}
            </p>
          )}
          {moved.length === 0 ? (
            <p className="px-4 py-3 text-small text-fg-3">{messages.noNumbers()}</p>
          ) : (
            <ul className={`rows ${styles.numbers}`}>
              {moved.map((number) => (
                <li key={number.metricKey}>
                  <span>{number.label}</span>
                  <MovedNumber {...number} />
                </li>
              ))}
            </ul>
          )}
        </Card>
      </aside>
    </div>
  )
}

interface ChangedSectionProps {
  section: ComparedSection
  numbers: Comparison['numbers']
  versions: { from: number; to: number }
  isSideBySide: boolean
}

const ChangedSection = ({ section, numbers, versions, isSideBySide }: ChangedSectionProps) => {
  const { section_key: key, title_from: before, title_to: after, change, parts } = section
  const id = `version-${key}`
  return (
    <section className={`card ${styles.section}`} aria-labelledby={id}>
      <header>
        <h2 id={id} className="flex-1">
          {before !== null && after !== null && before !== after ? (
            <>
              <del>{before}</del> <ins>{after}</ins>
            </>
          ) : (
            (after ?? before)
          )}
        </h2>
        <span className="chip">{messages.sectionChange({ change })}</span>
        {change !== 'same' && before !== null && <RestoreSection section={section} version={versions.from} />}
      </header>
      {isSideBySide ? (
        <div className={styles.sides}>
          {(['from', 'to'] as const).map((side) => (
            <article key={side} aria-label={messages.version({ version: versions[side] })}>
              <h3>{messages.version({ version: versions[side] })}</h3>
              {(side === 'from' ? before : after) === null ? (
                <p className="text-fg-3">{messages.notInVersion({ version: versions[side] })}</p>
              ) : (
                <RedlineText parts={parts} numbers={numbers} side={side} />
              )}
            </article>
          ))}
        </div>
      ) : (
        <RedlineText parts={parts} numbers={numbers} />
      )}
    </section>
  )
}
