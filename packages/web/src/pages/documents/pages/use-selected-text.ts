import { type RefObject, useEffect, useState } from 'react'

/** Selected text of one page. */
export interface SelectedText {
  readonly page: number
  readonly start: number
  readonly end: number
  /** Where on the screen it ends. */
  readonly left: number
  readonly top: number
}

/** The page and the offset in its text of a place in the document tree. */
const placeOf = (node: Node, offset: number): { page: number; at: number } | undefined => {
  const element = node instanceof Element ? node : node.parentElement
  const leaf = element?.closest<HTMLElement | SVGElement>('[data-start]')
  const page = leaf?.closest<HTMLElement>('[data-page]')?.dataset['page']
  if (leaf == null || page === undefined) return undefined
  return { page: Number(page), at: Number(leaf.dataset['start']) + (node instanceof Element ? 0 : offset) }
}

const readSelection = (container: HTMLElement): SelectedText | undefined => {
  const selection = window.getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!container.contains(range.commonAncestorContainer)) return undefined
  const from = placeOf(range.startContainer, range.startOffset)
  const to = placeOf(range.endContainer, range.endOffset)
  if (from === undefined || to === undefined || from.page !== to.page || from.at >= to.at) return undefined
  const { right, bottom } = range.getBoundingClientRect()
  return { page: from.page, start: from.at, end: to.at, left: right, top: bottom }
}

/** The text of a page that the user has selected; undefined: none, or of several pages. */
export const useSelectedText = (container: RefObject<HTMLElement | null>): SelectedText | undefined => {
  const [selected, setSelected] = useState<SelectedText>()
  useEffect(() => {
    const read = (): void => setSelected(container.current === null ? undefined : readSelection(container.current))
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [container])
  return selected
}
