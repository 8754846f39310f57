import { useState } from 'react'
import { stored } from '../../../ui/stored.ts'
import type { PageContent } from './content-query.ts'
import { type Edits, keptOver, liveEdits, readEdits, savedText, withEdit, withoutEdit } from './edits.ts'

/** Typed but unsaved texts of a page; they survive a failed save, a reload and an ended session. */
export const usePageEdits = ({ page, content }: PageContent) => {
  const name = `draft.content.${page.page_id}`
  const [all, setAll] = useState(() => readEdits(stored.read(name)))
  const keep = (next: Edits): void => {
    stored.write(name, Object.keys(next).length === 0 ? undefined : JSON.stringify(next))
    setAll(next)
  }
  const savedOf = (key: string): string => {
    const entry = content.content[key]
    return entry === undefined ? '' : savedText(entry)
  }
  return {
    edits: liveEdits(all, content),
    textOf: (key: string): string => all[key]?.text ?? savedOf(key),
    edit: (key: string, text: string) => keep(withEdit(all, key, savedOf(key), text)),
    takeTheirs: (key: string) => keep(withoutEdit(all, key)),
    keepMine: (key: string) => keep(keptOver(all, key, savedOf(key))),
    clear: () => keep({}),
  }
}

export type PageEdits = ReturnType<typeof usePageEdits>
