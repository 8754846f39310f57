/** A match in the page; it can span several text nodes, such as a bold word or a number. */
export interface Found {
  readonly sectionKey: string
  readonly range: Range
}

const textNodesIn = (root: Element): Text[] => {
  const nodes: Text[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node instanceof Text) nodes.push(node)
  return nodes
}

/** Lowercases a text only if that keeps its length, so that positions stay valid: some letters grow when lowercased. */
const folded = (text: string): string => {
  const small = text.toLocaleLowerCase()
  return small.length === text.length ? small : text
}

const placeOf = (nodes: readonly Text[], at: number): [Text, number] | undefined => {
  let before = 0
  for (const node of nodes) {
    if (at <= before + node.length) return [node, at - before]
    before += node.length
  }
  return undefined
}

const foundIn = (sectionKey: string, root: Element, words: string): Found[] => {
  const nodes = textNodesIn(root)
  const text = folded(nodes.map(({ data }) => data).join(''))
  const found: Found[] = []
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
    const start = placeOf(nodes, at)
    const end = placeOf(nodes, at + words.length)
    if (start === undefined || end === undefined) break
    const range = document.createRange()
    range.setStart(...start)
    range.setEnd(...end)
    found.push({ sectionKey, range })
  }
  return found
}

/** The matches in the memo as rendered, including numbers. */
export const findInMemo = (words: string): Found[] => {
  const wanted = folded(words.trim())
  if (wanted === '') return []
  return [...document.querySelectorAll<HTMLElement>('[data-section]')].flatMap((section) => {
    const key = section.dataset['section'] ?? ''
    const places = [section.querySelector('h2'), section.querySelector('[data-section-text]')]
    return places.flatMap((place) => (place === null ? [] : foundIn(key, place, wanted)))
  })
}
