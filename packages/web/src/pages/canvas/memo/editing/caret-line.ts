/** The style properties that determine the line breaks of a field. */
const copied = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'fontStyle',
  'letterSpacing',
  'lineHeight',
  'tabSize',
  'textIndent',
  'wordSpacing',
] as const

/**
 * The window position of the caret's line. Browsers do not expose it for text fields, so the text before the caret is
 * laid out in a hidden element and measured there.
 */
export const caretLine = (field: HTMLTextAreaElement, caret: number): { left: number; top: number; bottom: number } => {
  const style = getComputedStyle(field)
  const mirror = document.createElement('div')
  for (const name of copied) mirror.style[name] = style[name]
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    top: '0',
    left: '0',
    borderStyle: 'solid',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
  })
  const mark = document.createElement('span')
  mark.textContent = '\u200b'
  mirror.append(field.value.slice(0, caret), mark, field.value.slice(caret, caret + 200))
  document.body.append(mirror)
  const box = field.getBoundingClientRect()
  const top = box.top + mark.offsetTop - field.scrollTop
  const left = box.left + mark.offsetLeft
  const height = mark.offsetHeight
  mirror.remove()
  // A caret that is scrolled out of the field counts as being at its edge.
  const within = Math.max(box.top, Math.min(top, box.bottom - height))
  return { left, top: within, bottom: within + height }
}
