import type { CellLink, CellLinks, Document } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { modelQuery } from '../../../deal-data/model-query.ts'
import { AnchoredComments } from '../../../features/comments/anchored-comments.tsx'
import { CellMetrics } from '../../../features/workbook-grid/cell-metrics.tsx'
import { readRange } from '../../../features/workbook-grid/cell-range.ts'
import { commonMessages } from '../../../messages/common.ts'
import { workbookMessages as messages } from '../../../messages/workbook.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { blockOf, cellsByName } from './blocks.ts'
import { blockQuery, linksQuery } from './workbook-queries.ts'
import styles from './workbook-view.module.css'

interface CellPanelProps {
  document: Document
  sheet: string
  cell: string
  /** Where the last jump came from. */
  cameFrom: string | undefined
  onJump: (place: { sheet: string; cell: string }) => void
  onBack: () => void
}

/** Keys held down pass many cells; only those that one stops at are read. */
const settleMs = 200

/** The chosen cell: its value, its formula in words, and what it is linked with. */
export const CellPanel = ({ document, sheet, cell, cameFrom, onJump, onBack }: CellPanelProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const source = { client, dealId, document }
  const place = readRange(cell)?.from ?? { row: 1, column: 1 }
  const block = useQuery(blockQuery(source, sheet, blockOf(place)))
  const shown = block.data && cellsByName(block.data).get(cell)
  const settled = useDebounced(JSON.stringify({ sheet, cell }), settleMs)
  const links = useQuery({
    ...linksQuery(source, { sheet, cell }),
    enabled: settled === JSON.stringify({ sheet, cell }),
  })
  const { data: model } = useQuery(modelQuery(client, dealId))
  const exact =
    shown !== undefined && shown.type === 'number' && String(shown.value) !== shown.text ? String(shown.value) : null
  return (
    <aside className={styles.panel} aria-label={messages.cell()}>
      <header className={styles.panelHead}>
        <h2>{messages.address({ sheet, cell })}</h2>
        {cameFrom !== undefined && (
          <button type="button" className="btn ghost" onClick={onBack}>
            <Icon name="undo" size={14} />
            {messages.back({ cell: cameFrom })}
          </button>
        )}
      </header>
      <div className={styles.panelBody}>
        <section className={styles.value} aria-live="polite">
          {links.data?.label && <p className="text-small text-fg-2">{links.data.label}</p>}
          <b data-type={shown?.type}>{shown?.text ?? (block.data === undefined ? '…' : messages.empty())}</b>
          {exact !== null && <p className="text-small text-fg-3">{messages.exactly({ value: exact })}</p>}
          {shown !== undefined && shown.formula === null && (
            <p className="text-small text-fg-3">{messages.typedIn()}</p>
          )}
          {document.id === model?.document_id && <CellMetrics sheet={sheet} cell={cell} />}
        </section>
        {shown?.formula && (
          <section>
            <h3>{messages.formula()}</h3>
            <code className={styles.formula}>{shown.formula}</code>
            {links.data?.formula_in_words && (
              <>
                <h3>{messages.inWords()}</h3>
                <p className={styles.words}>{links.data.formula_in_words}</p>
              </>
            )}
          </section>
        )}
        {links.isError && (
          <Note tone="red" act={<Button onClick={() => void links.refetch()}>{commonMessages.tryAgain()}</Button>}>
            {sentenceFor(links.error)}
          </Note>
        )}
        {links.data && <Links links={links.data} hasFormula={Boolean(shown?.formula)} onJump={onJump} />}
        <section>
          <h3>{messages.comments()}</h3>
          <AnchoredComments dealId={dealId} anchor={{ cell: { document_id: document.id, sheet, cell } }} />
        </section>
      </div>
    </aside>
  )
}

interface LinksProps {
  links: CellLinks
  hasFormula: boolean
  onJump: (place: { sheet: string; cell: string }) => void
}

const Links = ({ links, hasFormula, onJump }: LinksProps) => (
  <>
    {!links.is_complete && <Note tone="amber">{messages.notComplete()}</Note>}
    {hasFormula && (
      <LinkList
        title={messages.precedents()}
        none={links.elsewhere.length === 0 && !links.reads_more ? messages.noPrecedents() : ''}
        links={links.precedents}
        total={links.precedents_total}
        onJump={onJump}
      >
        {links.elsewhere.length > 0 && (
          <>
            <p className="text-small text-fg-3">{messages.elsewhere()}</p>
            {links.elsewhere.map((text) => (
              <code key={text} className={styles.formula}>
                {text}
              </code>
            ))}
          </>
        )}
        {links.reads_more && <p className="text-small text-fg-3">{messages.readsMore()}</p>}
      </LinkList>
    )}
    <LinkList
      title={messages.dependents()}
      none={messages.noDependents()}
      links={links.dependents}
      total={links.dependents_total}
      onJump={onJump}
    />
  </>
)

interface LinkListProps {
  title: string
  none: string
  links: readonly CellLink[]
  total: number
  onJump: (place: { sheet: string; cell: string }) => void
  children?: ReactNode
}

const LinkList = ({ title, none, links, total, onJump, children }: LinkListProps) => (
  <section aria-label={title}>
    <h3>
      {title} {total > 0 && <span className={styles.count}>{total}</span>}
    </h3>
    {links.length > 0 ? (
      <ul className={styles.links}>
        {links.map(({ sheet, range, label, text }) => (
          <li key={`${sheet}!${range}`}>
            <button type="button" className={styles.link} onClick={() => onJump({ sheet, cell: range })}>
              <span className={styles.hitPlace}>{messages.address({ sheet, cell: range })}</span>
              {text !== null && <span className={styles.linkValue}>{text === '' ? messages.empty() : text}</span>}
              {label !== null && <span className={styles.hitLabel}>{label}</span>}
            </button>
          </li>
        ))}
      </ul>
    ) : (
      none !== '' && <p className="text-small text-fg-3">{none}</p>
    )}
    {total > links.length && (
      <p className="text-small text-fg-3">{messages.moreLinks({ count: total - links.length })}</p>
    )}
    {children}
  </section>
)
