import { type Document, type EvidencePassage, maxQuestionLength, searchEvidence } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDealId } from '../../../deal-data/canvas-query.ts'
import { GeneratedAnswer } from '../../../features/answers/generated-answer.tsx'
import { PassageLink } from '../../../features/documents/passage-link.tsx'
import { viewerMessages as messages } from '../../../messages/document-viewer.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Note } from '../../../ui/note.tsx'
import { Segments } from '../../../ui/segments.tsx'
import styles from './search-panel.module.css'

interface SearchPanelProps {
  document: Document
  /** The passage that is shown. */
  passage: string | undefined
}

const maxResults = 20

/** Finds passages of this document or of all files. */
export const SearchPanel = ({ document, passage }: SearchPanelProps) => {
  const { client } = useServices().session
  const dealId = useDealId()
  const [words, setWords] = useState('')
  const [where, setWhere] = useState<'here' | 'everywhere'>('here')
  const search = useMutation({
    mutationFn: (asked: { q: string; where: 'here' | 'everywhere' }) =>
      client.call(searchEvidence, {
        params: { deal_id: dealId },
        query: { q: asked.q, limit: maxResults, ...(asked.where === 'here' && { document_id: document.id }) },
      }),
  })
  const ask = (place: typeof where): void => {
    const q = words.trim()
    if (q !== '') search.mutate({ q, where: place })
  }
  const asked = search.variables && {
    question: search.variables.q,
    ...(search.variables.where === 'here' && { document_id: document.id }),
  }
  const passages = search.data?.passages ?? []
  const files = [...new Set(passages.map(({ document_id: id }) => id))]
  return (
    <search className={styles.panel}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          ask(where)
        }}
      >
        <label className={styles.field}>
          <Icon name="search" size={14} />
          <input
            type="search"
            className="input"
            aria-label={messages.search()}
            placeholder={messages.searchHint()}
            maxLength={maxQuestionLength}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </label>
        <Segments
          label={messages.where()}
          choices={[
            ['here', messages.here()],
            ['everywhere', messages.everywhere()],
          ]}
          chosen={where}
          onChoose={(place) => {
            setWhere(place)
            ask(place)
          }}
        />
      </form>
      <div className={styles.results} aria-live="polite" aria-busy={search.isPending}>
        {search.isError && <Note tone="red">{sentenceFor(search.error)}</Note>}
        {search.isSuccess && asked !== undefined && <GeneratedAnswer key={JSON.stringify(asked)} asked={asked} />}
        {search.isSuccess && passages.length === 0 && <p className={styles.none}>{messages.noResults()}</p>}
        {search.data?.degraded === 'words_only' && <p className={styles.none}>{messages.wordsOnly()}</p>}
        {files.map((id) => {
          const found = passages.filter(({ document_id: file }) => file === id)
          return (
            <section key={id} aria-label={found[0]?.file_name}>
              <h3>{found[0]?.file_name}</h3>
              <ul>
                {found.map((one) => (
                  <li key={one.passage_id}>
                    <Result found={one} isShown={id === document.id && one.passage_id === passage} />
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </search>
  )
}

const Result = ({ found, isShown }: { found: EvidencePassage; isShown: boolean }) => (
  <PassageLink className={styles.result} passage={found} aria-current={isShown || undefined}>
    <span className={styles.place}>
      {found.page === null ? messages.cellPlace() : messages.shortPage({ page: found.page })}
    </span>
    <span>{found.sentence.text}</span>
  </PassageLink>
)
