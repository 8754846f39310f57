type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

/**
 * Whether a key was pressed without modifiers. Caps Lock capitalizes letters and must not disable them. Shift gives a
 * letter another meaning, while symbols such as ? need Shift on some keyboards and not on others.
 */
export const isPressOf = (key: string, press: Press): boolean => {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return false
  const isLetter = key.toLowerCase() !== key.toUpperCase()
  return isLetter ? !press.shiftKey && press.key.toLowerCase() === key : press.key === key
}
