/** The Message-ID header of a mail that keeps its id when it is sent again. */
export const messageId = (id: string): string => `<${id}@deal-canvas.invalid>`
