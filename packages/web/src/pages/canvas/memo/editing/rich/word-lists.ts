import { styleOf } from './style-of.ts'

const levelOf = (element: Element): number | undefined => {
  const list = styleOf(element)
    .split(';')
    .find((part) => part.trim().startsWith('mso-list:'))
  const level = /level(\d{1,2})/.exec(list ?? '')?.[1]
  return level === undefined ? undefined : Number(level)
}

const numbered = /^\(?(?:\d{1,4}|[a-z]{1,4})[.)]/i

/** The sign before the text, which Word writes as text, and whether it counts. */
const takeSign = (element: Element): 'ol' | 'ul' => {
  const sign = [...element.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(styleOf(span)))
  const written = sign?.textContent.trim() ?? ''
  sign?.remove()
  return numbered.test(written) ? 'ol' : 'ul'
}

interface OpenList {
  readonly list: HTMLElement
  readonly level: number
}

/** Word writes each item of a list as a paragraph with the level in its style: they become lists. */
export const wordLists = (body: HTMLElement): void => {
  const { ownerDocument: page } = body
  let open: OpenList[] = []
  let before: Element | undefined
  for (const element of [...body.querySelectorAll('p')]) {
    const level = levelOf(element)
    if (level === undefined) continue
    const kind = takeSign(element)
    // Another paragraph in between ends the list.
    if (element.previousElementSibling !== before) open = []
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop()
    const last = open.at(-1)
    const item = page.createElement('li')
    if (last?.level === level && last.list.localName === kind) last.list.append(item)
    else {
      if (last?.level === level) open.pop()
      const list = page.createElement(kind)
      const parent = open.at(-1)?.list.lastElementChild
      if (parent) parent.append(list)
      else element.before(list)
      list.append(item)
      open.push({ list, level })
    }
    before = open[0]?.list
    item.append(element)
  }
}
