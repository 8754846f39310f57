import { type BlockKind, fencedBlocks } from '@deal-canvas/memo'
import { memoSectionMessages as messages } from '../../../messages/memo-sections.ts'
import { writingMessages } from '../../../messages/writing.ts'
import markdownViewStyles from '../memo/markdown-view.module.css'
import { MarkdownView } from '../memo/markdown-view.tsx'
import styles from './template-preview.module.css'

const fences = /^```dc-block\n[^\n]*\n```$/gm

const kindsOf = (content: string): BlockKind[] => [...new Set(fencedBlocks(content).map(({ block }) => block))]

const noMarks = [] as const

/** What a section begins with. Blocks are named, because they show the numbers of a memo only in it. */
export const TemplatePreview = ({ content }: { content: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too.
  <section className={styles.preview} aria-label={messages.preview()} tabIndex={0}>
    {kindsOf(content).map((kind) => (
      <p key={kind} className="text-small text-fg-2">
        {writingMessages.blockKind({ kind })}
      </p>
    ))}
    <div className={markdownViewStyles.text}>
      <MarkdownView
        content={content.replaceAll(fences, '')}
        marks={noMarks}
        lit={undefined}
        writtenAt={undefined}
        onOpen={() => undefined}
      />
    </div>
  </section>
)
