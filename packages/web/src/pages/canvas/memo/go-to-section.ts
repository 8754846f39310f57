const elementOf = (sectionKey: string): HTMLElement | null => document.getElementById(`section-${sectionKey}`)

const memoAround = (element: Element | null): DOMRect | undefined => element?.closest('.memo')?.getBoundingClientRect()

/** Scrolls a section to the top of the memo without moving the focus. */
export const showSection = (sectionKey: string): void => elementOf(sectionKey)?.scrollIntoView({ block: 'start' })

/** Scrolls a section to the top of the memo and moves the focus to its heading. */
export const goToSection = (sectionKey: string): void => {
  showSection(sectionKey)
  elementOf(sectionKey)?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}

/**
 * The section at this many pixels below the top of the memo is the current one. It is just below where sections are
 * scrolled to (`scroll-margin-top` of .memo-section): further down, a short section would never be the current one.
 */
export const readingLine = 64

/** Whether the section is at the reading line. */
export const isBeingRead = (sectionKey: string): boolean => {
  const element = elementOf(sectionKey)
  const memo = memoAround(element)
  if (element === null || memo === undefined) return false
  const line = memo.top + readingLine
  const { top, bottom } = element.getBoundingClientRect()
  return top <= line && bottom >= line
}

/** Whether an element of the memo is fully visible. */
export const isInSight = (element: Element): boolean => {
  const memo = memoAround(element)
  const { top, bottom } = element.getBoundingClientRect()
  return memo !== undefined && top >= memo.top && bottom <= memo.bottom
}
