const count = /^\(\d+\+?\) /

/** The page title with the unread count in front, so that a background tab shows it too. */
export const countedTitle = (title: string, unread: number): string => {
  const bare = title.replace(count, '')
  return unread === 0 ? bare : `(${unread > 99 ? '99+' : unread}) ${bare}`
}
