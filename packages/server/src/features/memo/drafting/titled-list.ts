/** A list with its title; nothing if there are no items. */
export const titledList = (title: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`**${title}**`, items.map((item) => `- ${item}`).join('\n')]
