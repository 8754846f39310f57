import type { Section } from '@deal-canvas/contract'
import { memoMessages } from '../../../../messages/memo.ts'
import { writingMessages } from '../../../../messages/writing.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import styles from './compare-dialog.module.css'
import { type DiffLine, lineDiff } from './line-diff.ts'
import type { SectionDraft } from './section-draft.ts'

interface CompareDialogProps {
  draft: SectionDraft
  section: Section
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

const changeLabels = {
  removed: `${writingMessages.removedLine()} `,
  added: `${writingMessages.addedLine()} `,
  same: '',
} as const

/** The same line can occur more than once, so a line is identified by its index. */
const numbered = (lines: readonly DiffLine[]) => lines.map((line, number) => ({ ...line, number }))

const Column = ({ title, lines }: { title: string; lines: readonly DiffLine[] }) => (
  <section className={styles.column}>
    <h3>{title}</h3>
    <div>
      {numbered(lines).map(({ number, text, change }) => (
        <p key={number} data-change={change}>
          <span className="sr-only">{changeLabels[change]}</span>
          {text || '\u00a0'}
        </p>
      ))}
    </div>
  </section>
)

/** The original text, the current version and the user's own text side by side. */
export const CompareDialog = ({ draft, section, onKeepMine, onTakeTheirs, onClose }: CompareDialogProps) => (
  <Dialog title={writingMessages.compareTitle({ title: section.title })} onClose={onClose}>
    <div className={styles.compare}>
      <Column
        title={writingMessages.startedFrom({ version: draft.base.version })}
        lines={lineDiff(draft.base.content, draft.base.content)}
      />
      <Column
        title={writingMessages.currentVersion({
          version: section.version,
          name: section.updated_by_name ?? memoMessages.author(),
        })}
        lines={lineDiff(draft.base.content, section.content)}
      />
      <Column title={writingMessages.yourText()} lines={lineDiff(draft.base.content, draft.content)} />
    </div>
    <p className="mt-3 text-fg-2">{writingMessages.versionStays({ version: section.version })}</p>
    <div className="mt-3 flex flex-wrap justify-end gap-2">
      <Button onClick={onClose}>{memoMessages.continueEditing()}</Button>
      <Button look="danger" onClick={onTakeTheirs}>
        {writingMessages.discardText()}
      </Button>
      <Button look="primary" onClick={onKeepMine}>
        {writingMessages.replaceVersion({ version: section.version })}
      </Button>
    </div>
  </Dialog>
)
