import type { EvidenceDegraded, EvidencePassage } from '@deal-canvas/contract'
import { PassageLink } from '../../../../features/documents/passage-link.tsx'
import { commentMessages } from '../../../../messages/comments.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Note } from '../../../../ui/note.tsx'
import styles from './evidence-list.module.css'

/** "page 12", "Rent Roll!B14". */
const evidencePlace = ({ page, sheet, cell }: EvidencePassage): string => {
  if (sheet !== null)
    return cell === null ? sheet : `${/^[\p{L}\p{N}_.]+$/u.test(sheet) ? sheet : `'${sheet}'`}!${cell}`
  return page === null ? '' : commentMessages.evidencePage({ page })
}

/** The sentence of a passage formatted as a quote in a comment. */
export const citation = (evidence: EvidencePassage): string => {
  const text = evidence.sentence.text.replaceAll(/\s+/g, ' ').trim()
  const quote = text.length > 400 ? `${text.slice(0, 400).trimEnd()}…` : text
  return `“${quote}” (${[evidence.file_name, evidencePlace(evidence)].filter(Boolean).join(', ')})`
}

interface EvidenceListProps {
  passages: readonly EvidencePassage[]
  /** Absent: full search, by words and by meaning. */
  degraded?: EvidenceDegraded | undefined
  onCite?: ((evidence: EvidencePassage) => void) | undefined
}

/** What a degraded search leaves out, and what to do about it. */
const degradedHints: Record<EvidenceDegraded, string> = {
  words_only: commentMessages.evidenceWordsOnly(),
  some_documents_words_only: commentMessages.evidenceSomeWordsOnly(),
}

/** Passages of the deal's documents, best match first. */
export const EvidenceList = ({ passages, degraded, onCite }: EvidenceListProps) => (
  <>
    {degraded !== undefined && <Note tone="amber">{degradedHints[degraded]}</Note>}
    <Passages passages={passages} onCite={onCite} />
  </>
)

const Passages = ({ passages, onCite }: Pick<EvidenceListProps, 'passages' | 'onCite'>) =>
  passages.length === 0 ? (
    <p className="text-fg-3">{commentMessages.evidenceNone()}</p>
  ) : (
    <ul className={styles.evidence} aria-label={commentMessages.evidenceList()}>
      {passages.map((passage) => (
        <li key={`${passage.document_id} ${passage.passage_id}`}>
          <p className={styles.evidenceFrom}>
            <Icon name="file" size={14} />
            <PassageLink passage={passage} className={styles.evidenceLink}>
              <span className="min-w-0 flex-1 truncate">{passage.file_name}</span>
              <span className={passage.sheet === null ? 'text-fg-3' : 'font-mono text-accent'}>
                {evidencePlace(passage)}
              </span>
            </PassageLink>
          </p>
          <p>
            <mark className={styles.evidenceSentence}>{passage.sentence.text}</mark>
          </p>
          <Context {...passage} />
          <p className="hint">
            {commentMessages.evidenceMatch({ match: passage.match, percent: Math.round(passage.score * 100) })}
          </p>
          {onCite !== undefined && (
            <Button look="ghost" onClick={() => onCite(passage)}>
              {commentMessages.evidenceCite()}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )

/** What stands before and after the sentence. */
const Context = ({ text, sentence }: EvidencePassage) => {
  const around = [text.slice(0, sentence.start), text.slice(sentence.end)].map((part) => part.trim()).filter(Boolean)
  return around.length === 0 ? null : <p className="line-clamp-3 text-fg-3">{around.join(' … ')}</p>
}
