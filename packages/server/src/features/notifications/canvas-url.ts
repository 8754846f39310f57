/** The page address of what a notification is about. */
export const canvasUrl = (dealId: string, commentId: string | null): string =>
  `/app/canvas/${encodeURIComponent(dealId)}${commentId === null ? '' : `?comment=${commentId}`}`
