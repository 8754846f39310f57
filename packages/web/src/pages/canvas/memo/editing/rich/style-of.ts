/** The style that a pasted element came with. It was renamed before it could act. */
export const styleOf = (element: Element): string => element.getAttribute('data-style') ?? ''
