/** `hero_title` as an editor reads it. */
export const keyWords = (key: string): string => {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
