const count = /^\(\d+\+?\) /

/** The title of a page with how much is unread before it, so that a tab in the background tells it too. */
export const countedTitle = (title: string, unread: number): string => {
  const bare = title.replace(count, '')
  return unread === 0 ? bare : `(${unread > 99 ? '99+' : unread}) ${bare}`
}
