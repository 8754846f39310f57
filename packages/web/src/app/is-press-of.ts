type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

/**
 * Whether a key was pressed by itself. Caps Lock makes capitals of letters and must not turn them off; Shift means
 * something else by a letter, while signs such as ? are on different keyboards typed with it or without.
 */
export const isPressOf = (key: string, press: Press): boolean => {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return false
  const isLetter = key.toLowerCase() !== key.toUpperCase()
  return isLetter ? !press.shiftKey && press.key.toLowerCase() === key : press.key === key
}
