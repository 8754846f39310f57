import { useState } from 'react'
import { adminContentMessages } from '../../../messages/admin-content.ts'
import { aboutField } from '../../../session/about-field.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { Note } from '../../../ui/note.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { PageContent } from './content-query.ts'
import styles from './draft-bar.module.css'
import type { Blank } from './json-pieces.ts'
import { keyWords } from './key-words.ts'
import { type ContentActs, isStale } from './use-content-acts.ts'
import type { PageEdits } from './use-page-edits.ts'

interface DraftBarProps {
  shown: PageContent
  typed: PageEdits
  acts: ContentActs
  /** An unfilled placeholder in the structured data. */
  blank: Blank | undefined
  onRefused: () => void
}

/** How the draft of a page differs from the live version, and the actions on it. */
export const DraftBar = ({ shown: { page, content }, typed, acts, blank, onRefused }: DraftBarProps) => {
  const [isConfirming, setIsConfirming] = useState(false)
  const edits = Object.keys(typed.edits)
  const drafts = page.keys.map(({ key }) => key).filter((key) => content.content[key]?.has_draft)
  const differing = new Set([...drafts, ...edits])
  const { save, publish, discard } = acts
  const now = useNow()
  const failed = save.error ?? publish.error ?? discard.error
  const ofFields = isAboutTexts(
    failed,
    page.keys.map(({ key }) => key),
  )
  const begin = () => {
    save.reset()
    publish.reset()
    discard.reset()
  }
  const options = {
    onSuccess: () => typed.clear(),
    onError: onRefused,
  }
  return (
    <>
      <div className={`${styles.draft} ${differing.size > 0 ? 'amber' : ''}`}>
        {differing.size > 0 && <b>{adminContentMessages.draft()}</b>}
        <span role="status" className="text-small text-fg-2">
          {standing(differing.size, edits.length, lastSaved(content.content), now)}
        </span>
        <span className="flex-1 max-[719px]:hidden" />
        <a className="btn ghost" href={page.path} target="_blank" rel="noreferrer">
          {adminContentMessages.viewLive()}
        </a>
        {differing.size > 0 && (
          <Button look="ghost" onClick={() => setIsConfirming(true)}>
            {adminContentMessages.discard()}
          </Button>
        )}
        <Button
          busy={save.isPending}
          idle={edits.length === 0 || publish.isPending}
          onClick={() => {
            begin()
            save.mutate(typed.edits, options)
          }}
        >
          {adminContentMessages.saveDraft()}
        </Button>
        <Button
          look="primary"
          busy={publish.isPending}
          idle={differing.size === 0 || blank !== undefined || save.isPending}
          aria-describedby={blank === undefined ? undefined : 'publish-waits'}
          onClick={() => {
            begin()
            publish.mutate(typed.edits, options)
          }}
        >
          {adminContentMessages.publish()}
        </Button>
        {blank !== undefined && (
          <span id="publish-waits" className="text-small text-fg-2">
            {adminContentMessages.publishBlocked({ line: blank.line })}
          </span>
        )}
      </div>
      {failed !== null && !ofFields && (
        <div className="p-[14px] pb-0">
          <Note tone="red">
            {isStale(failed)
              ? adminContentMessages.stale()
              : adminContentMessages.notSaved({ reason: sentenceFor(failed) })}
          </Note>
        </div>
      )}
      {ofFields && (
        <div className="p-[14px] pb-0">
          <Note tone="red">{adminContentMessages.notSavedFields()}</Note>
        </div>
      )}
      {isConfirming && (
        <FormDialog
          title={adminContentMessages.discardTitle({ page: page.title })}
          act={adminContentMessages.discard()}
          danger
          busy={discard.isPending}
          wrong={discard.isError ? sentenceFor(discard.error) : undefined}
          refusal={discard.error}
          onSubmit={() => {
            begin()
            const gone = () => {
              typed.clear()
              setIsConfirming(false)
            }
            if (drafts.length === 0) gone()
            else discard.mutate(undefined, { onSuccess: gone })
          }}
          onClose={() => setIsConfirming(false)}
        >
          <p className="text-fg-2">{adminContentMessages.discardEffect()}</p>
          <ul className="list-inside list-disc text-fg-2">
            {[...differing].slice(0, 8).map((key) => (
              <li key={key}>{keyWords(key)}</li>
            ))}
            {differing.size > 8 && <li>{adminContentMessages.discardMore({ count: differing.size - 8 })}</li>}
          </ul>
        </FormDialog>
      )}
    </>
  )
}

const isAboutTexts = (error: unknown, keys: readonly string[]): boolean =>
  keys.some((key) => aboutField(error, 'content', key) !== undefined)

const lastSaved = (entries: PageContent['content']['content']): string | undefined =>
  Object.values(entries)
    .flatMap(({ draft_updated_at: at }) => (at === null ? [] : [at]))
    .sort()
    .at(-1)

const standing = (count: number, edits: number, saved: string | undefined, now: Date): string => {
  if (count === 0) return adminContentMessages.upToDate()
  if (edits > 0) return adminContentMessages.differsUnsaved({ count, edits })
  return saved === undefined
    ? adminContentMessages.differs({ count })
    : adminContentMessages.differsSaved({ count, time: formatTime(saved, now) })
}
