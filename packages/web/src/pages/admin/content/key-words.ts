/** Formats a key such as `hero_title` for editors. */
export const keyWords = (key: string): string => {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
