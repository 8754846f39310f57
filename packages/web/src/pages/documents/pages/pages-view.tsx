import { type Document, type DocumentPage, maxAnchorTextLength } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { useDocumentComments } from '../../../features/comments/use-document-comments.ts'
import { viewerMessages as messages } from '../../../messages/document-viewer.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { DocumentPlace } from '../document-place.ts'
import { CommentsPanel, type PassageAnchor } from './comments-panel.tsx'
import { FactsPanel, useFactsOfPage } from './facts-panel.tsx'
import { findNumber, findQuote, type Mark, readBox, type Span } from './marks.ts'
import { PageSheet } from './page-sheet.tsx'
import { pageQuery, placeQuery } from './pages-query.ts'
import styles from './pages-view.module.css'
import { usePdf } from './pdf/use-pdf.ts'
import { SearchPanel } from './search-panel.tsx'
import { useNearPages } from './use-near-pages.ts'
import { type SelectedText, useSelectedText } from './use-selected-text.ts'
import { useWidth } from './use-width.ts'
import { ViewerBar } from './viewer-bar.tsx'

const route = '/signed-in/canvas/$dealId/documents/$documentId'
/** The width of a page at 100 %, in CSS pixels. */
const paperWidth = 720
const factId = (position: number): string => `fact ${position}`

/** The pages of a document with search and what each page states. */
export const PagesView = ({ document }: { document: Document }) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const navigate = useNavigate()
  const { page: givenPage, passage, quote } = useSearch({ from: route })
  const pdf = usePdf(document)
  const place = useQuery(placeQuery(client, { dealId, documentId: document.id }, passage))
  const count = pdf.status === 'open' ? pdf.file.numPages : (place.data?.count ?? 0)

  const container = useRef<HTMLDivElement>(null)
  const width = useWidth(container)
  const [zoom, setZoom] = useState(1)
  const { near, current } = useNearPages(container, width === 0 ? 0 : count)
  const page = useDebounced(current, 200)

  const goTo = (wanted: number): void => {
    container.current?.querySelector(`[data-page="${wanted}"]`)?.scrollIntoView({ block: 'start' })
  }
  const askedPage = givenPage ?? place.data?.page
  const isLaidOut = width > 0 && count > 0
  const asked = quote === undefined && passage === undefined ? undefined : `${askedPage} ${passage} ${quote}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: Another passage on the same page is a place of its own.
  useEffect(() => {
    if (isLaidOut && askedPage !== undefined) goTo(askedPage)
  }, [isLaidOut, askedPage, asked])

  const found = useFactsOfPage(document, page)
  const [chosen, setChosen] = useState<{ asked: string | undefined; position: number }>()
  // A new place in the address takes the attention from the chosen fact.
  const chosenFact = chosen?.asked === asked ? chosen?.position : undefined
  const shown = useQuery({ ...pageQuery(client, { dealId, documentId: document.id }, page), enabled: page <= count })
  const text = shown.data?.text ?? ''
  const facts = useMemo(
    (): Mark[] =>
      found.facts.flatMap(({ fact: { position, box, quote: sentence, value } }): Mark[] => {
        const said = findQuote(text, sentence)
        const number = said && findNumber(text, said, value)
        // A number in words is marked only when it is looked for: its whole sentence would hide the others.
        if (position === chosenFact)
          return [{ id: factId(position), kind: 'cited', box: readBox(box), span: number ?? said }]
        return number === undefined ? [] : [{ id: factId(position), kind: 'fact', span: number }]
      }),
    [found.facts, chosenFact, text],
  )
  const citedPage = useQuery({
    ...pageQuery(client, { dealId, documentId: document.id }, askedPage ?? 1),
    enabled: asked !== undefined && askedPage !== undefined,
  })
  const cited =
    asked === undefined || !citedPage.data ? undefined : citedMark(asked, citedPage.data, { passage, quote })
  const { comments } = useDocumentComments(dealId, document.id)
  const commentsHere = comments.filter(({ passage: about }) => about?.page === page)
  const commentMarks = commentsHere.map(
    ({ comment_id: id, passage: about }): Mark => ({
      id,
      kind: 'comment',
      span: findQuote(text, about?.quote ?? ''),
    }),
  )
  const [tab, setTab] = useState<'facts' | 'comments'>('facts')
  const selected = useSelectedText(container)
  const [anchor, setAnchor] = useState<PassageAnchor>()
  const anchorOf = ({ page: number, start, end }: SelectedText): PassageAnchor | undefined =>
    number === page ? passageAnchor(shown.data ?? undefined, { start, end }) : undefined
  const selectedAnchor = selected && anchorOf(selected)
  // Writing into the form ends the selection; the comment is still about it.
  if (selectedAnchor !== undefined && selectedAnchor.quote !== anchor?.quote) setAnchor(selectedAnchor)
  const marksOf = (number: number): Mark[] => [
    ...(number === page ? [...commentMarks, ...facts] : []),
    ...(number === askedPage && cited !== undefined && chosenFact === undefined ? [cited] : []),
  ]
  const target = chosenFact === undefined ? asked : factId(chosenFact)
  const choose = (id: string): void => {
    const fact = found.facts.find(({ fact: { position } }) => factId(position) === id)
    if (fact !== undefined) setChosen({ asked, position: fact.fact.position })
  }
  const open = (wanted: number): void => {
    goTo(wanted)
    void navigate({ to: '.', search: { page: wanted }, replace: true })
  }
  const isUnread = document.state === 'stored' || document.state === 'digitized'
  return (
    <div className={styles.viewer}>
      <SearchPanel document={document} passage={passage} />
      <section className={styles.view} aria-label={messages.viewLabel({ name: document.file_name, page })}>
        <ViewerBar document={document} page={current} count={count} zoom={zoom} onPage={open} onZoom={setZoom} />
        {isUnread && <p className={styles.note}>{messages.notRead()}</p>}
        {document.problem !== null && <Note tone="amber">{document.problem}</Note>}
        {place.isError && <Note tone="red">{sentenceFor(place.error)}</Note>}
        {shown.data?.is_recognized && <p className={`${styles.note} text-small text-fg-3`}>{messages.recognized()}</p>}
        <section
          ref={container}
          className={styles.pages}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: The pages scroll, also by keyboard.
          tabIndex={0}
          aria-label={messages.pagesLabel({ name: document.file_name })}
        >
          {Array.from({ length: width === 0 ? 0 : count }, (_, n) => (
            <PageSheet
              // biome-ignore lint/suspicious/noArrayIndexKey: The pages of a document keep their order.
              key={n}
              document={document}
              page={n + 1}
              pdf={pdf}
              width={Math.round(Math.min(width, paperWidth) * zoom)}
              isNear={near.has(n + 1)}
              marks={marksOf(n + 1)}
              target={target}
              onMark={choose}
            />
          ))}
        </section>
      </section>
      {selected !== undefined && anchorOf(selected) !== undefined && tab !== 'comments' && (
        <button
          type="button"
          className={`btn primary ${styles.selection}`}
          style={{ left: selected.left, top: selected.top + 4 }}
          // The selection must survive the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setTab('comments')}
        >
          <Icon name="comment" size={14} />
          {messages.comment()}
        </button>
      )}
      <aside className={styles.beside} aria-label={messages.beside()}>
        <header className={styles.besideHead}>
          <Segments
            label={messages.beside()}
            choices={[
              ['facts', messages.factsTab({ count: found.facts.length })],
              ['comments', messages.commentsTab({ count: commentsHere.length })],
            ]}
            chosen={tab}
            onChoose={setTab}
          />
        </header>
        {tab === 'facts' ? (
          <FactsPanel
            {...found}
            page={page}
            chosen={chosenFact}
            onChoose={(position) => setChosen({ asked, position })}
          />
        ) : (
          <CommentsPanel document={document} page={page} comments={commentsHere} anchor={anchor} />
        )}
      </aside>
    </div>
  )
}

/** The quoted words, or the whole passage if there are none. */
const citedMark = (
  id: string,
  { text, passages }: DocumentPage,
  { passage, quote = '' }: Pick<DocumentPlace, 'passage' | 'quote'>,
): Mark | undefined => {
  const said = findQuote(text, quote)
  if (said !== undefined) return { id, kind: 'cited', span: said }
  const span = passages.find(({ passage_id: one }) => one === passage)
  return span && { id, kind: 'found', span }
}

/** The passage that a selection begins in, and the selected words of it. */
const passageAnchor = (page: DocumentPage | undefined, { start, end }: Span): PassageAnchor | undefined => {
  const passage = page?.passages.find((one) => one.start <= start && start < one.end)
  if (page === undefined || passage === undefined) return undefined
  const quote = page.text.slice(start, Math.min(end, passage.end, start + maxAnchorTextLength)).trim()
  return quote === '' ? undefined : { passage_id: passage.passage_id, quote }
}
