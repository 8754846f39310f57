import { useState } from 'react'
import { aboutField } from '../../../session/about-field.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/counted.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatTime } from '../../../ui/format-time.ts'
import { Note } from '../../../ui/note.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { PageContent } from './content-query.ts'
import type { Blank } from './json-pieces.ts'
import { keyWords } from './key-words.ts'
import { type ContentActs, isStale } from './use-content-acts.ts'
import type { PageEdits } from './use-page-edits.ts'

interface DraftBarProps {
  shown: PageContent
  typed: PageEdits
  acts: ContentActs
  /** A placeholder that is left in the structured data. */
  blank: Blank | undefined
  onRefused: () => void
}

/** How the page stands against what is live, and what can be done about it. */
export const DraftBar = ({ shown: { page, content }, typed, acts, blank, onRefused }: DraftBarProps) => {
  const [asks, setAsks] = useState(false)
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
      <div className={`cms-draft ${differing.size > 0 ? 'amber' : ''}`}>
        {differing.size > 0 && <b>Draft</b>}
        <span role="status" className="text-small text-fg-2">
          {standing(differing.size, edits.length, lastSaved(content.content), now)}
        </span>
        <span className="flex-1 max-[719px]:hidden" />
        <a className="btn ghost" href={page.path} target="_blank" rel="noreferrer">
          View live page
        </a>
        {differing.size > 0 && (
          <Button look="ghost" onClick={() => setAsks(true)}>
            Discard draft
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
          Save draft
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
          Publish
        </Button>
        {blank !== undefined && (
          <span id="publish-waits" className="text-small text-fg-2">
            Publishing waits for line {blank.line}
          </span>
        )}
      </div>
      {failed !== null && !ofFields && (
        <div className="p-[14px] pb-0">
          <Note tone="red">
            {isStale(failed)
              ? 'Somebody else changed this page meanwhile. Your edits are kept; what they saved is shown beside yours. Look at it, then save again.'
              : `Not saved, your edits are kept. ${sentenceFor(failed)}`}
          </Note>
        </div>
      )}
      {ofFields && (
        <div className="p-[14px] pb-0">
          <Note tone="red">Not saved, your edits are kept. The marked texts have to be put right.</Note>
        </div>
      )}
      {asks && (
        <FormDialog
          title={`Discard the draft of ${page.title}?`}
          act="Discard draft"
          danger
          busy={discard.isPending}
          wrong={discard.isError ? sentenceFor(discard.error) : undefined}
          refusal={discard.error}
          onSubmit={() => {
            begin()
            const gone = () => {
              typed.clear()
              setAsks(false)
            }
            if (drafts.length === 0) gone()
            else discard.mutate(undefined, { onSuccess: gone })
          }}
          onClose={() => setAsks(false)}
        >
          <p className="text-fg-2">The live page stays as it is. These texts go back to it:</p>
          <ul className="list-inside list-disc text-fg-2">
            {[...differing].slice(0, 8).map((key) => (
              <li key={key}>{keyWords(key)}</li>
            ))}
            {differing.size > 8 && <li>and {differing.size - 8} more</li>}
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

const standing = (differing: number, edits: number, saved: string | undefined, now: Date): string => {
  if (differing === 0) return 'The live page is as you see it'
  const first = `${counted(differing, 'text differs', 'texts differ')} from the live page`
  if (edits > 0) return `${first}. ${counted(edits, 'edit is', 'edits are')} not saved yet, and kept in this browser`
  return saved === undefined ? first : `${first}. Saved ${formatTime(saved, now)}`
}
