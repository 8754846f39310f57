const elementOf = (sectionKey: string): HTMLElement | null => document.getElementById(`section-${sectionKey}`)

const memoAround = (element: Element | null): DOMRect | undefined => element?.closest('.memo')?.getBoundingClientRect()

/** Brings a section to the top of the memo, and leaves the reader's place where it is. */
export const showSection = (sectionKey: string): void => elementOf(sectionKey)?.scrollIntoView({ block: 'start' })

/** Brings a section to the top of the memo and the reader's place to its heading. */
export const goToSection = (sectionKey: string): void => {
  showSection(sectionKey)
  elementOf(sectionKey)?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}

/** How far below the top of the memo one reads, as a share of its height; the band of useSectionInView begins there. */
const readingLine = 0.18

/** Whether the section lies where one reads. */
export const isBeingRead = (sectionKey: string): boolean => {
  const element = elementOf(sectionKey)
  const memo = memoAround(element)
  if (element === null || memo === undefined) return false
  const line = memo.top + memo.height * readingLine
  const { top, bottom } = element.getBoundingClientRect()
  return top <= line && bottom >= line
}

/** Whether something of the memo can be seen whole. */
export const isInSight = (element: Element): boolean => {
  const memo = memoAround(element)
  const { top, bottom } = element.getBoundingClientRect()
  return memo !== undefined && top >= memo.top && bottom <= memo.bottom
}
