const shortest = 10
const longest = 128

/** Counted in characters as the service counts them, so that an emoji is one. */
export const fitsPasswordRule = (password: string): boolean => {
  const { length } = [...password]
  return length >= shortest && length <= longest
}

export const passwordRule = `${shortest} to ${longest} characters`
