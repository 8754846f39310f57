import { DOMSerializer, type Node } from 'prosemirror-model'
import type { EditorView, MarkViewConstructor, NodeView, NodeViewConstructor } from 'prosemirror-view'
import { createObservable, type Observable } from '../../../../../ui/observable.ts'
import { markSpecs, nodeSpecs } from './memo-dom.ts'

/** A place in the text that the page draws itself: a number or a block. */
export interface Island {
  readonly id: number
  readonly place: HTMLElement
  readonly node: Node
  readonly isChosen: boolean
  readonly remove: () => void
}

export type Islands = Observable<readonly Island[]>

export const createIslands = (): Islands => createObservable<readonly Island[]>([])

let lastId = 0

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button') !== null

const islandView =
  (islands: Islands, tag: 'span' | 'div'): NodeViewConstructor =>
  (node, view, positionOf): NodeView => {
    lastId += 1
    const id = lastId
    const place = document.createElement(tag)
    place.dataset['island'] = node.type.name
    const change = (part: Partial<Island>) =>
      islands.set(islands.get().map((island) => (island.id === id ? { ...island, ...part } : island)))
    const remove = () => removeAt(view, positionOf())
    islands.set([...islands.get(), { id, place, node, isChosen: false, remove }])
    return {
      dom: place,
      update: (next) => {
        if (next.type !== node.type) return false
        change({ node: next })
        return true
      },
      selectNode: () => change({ isChosen: true }),
      deselectNode: () => change({ isChosen: false }),
      // Controls inside keep their clicks and keys; a click elsewhere selects the whole.
      stopEvent: (event) => isControl(event.target) || (event instanceof KeyboardEvent && event.target !== view.dom),
      ignoreMutation: () => true,
      destroy: () => islands.set(islands.get().filter((island) => island.id !== id)),
    }
  }

const removeAt = (view: EditorView, position: number | undefined): void => {
  if (position === undefined) return
  const node = view.state.doc.nodeAt(position)
  if (node !== null) view.dispatch(view.state.tr.delete(position, position + node.nodeSize).scrollIntoView())
  view.focus()
}

const plainView =
  (specOf: (typeof nodeSpecs)[string]): NodeViewConstructor =>
  (node) =>
    DOMSerializer.renderSpec(document, specOf(node)) as NodeView

const plainMark =
  (specOf: (typeof markSpecs)[string]): MarkViewConstructor =>
  (mark) => {
    const { dom, contentDOM } = DOMSerializer.renderSpec(document, specOf(mark))
    return { dom: dom as HTMLElement, ...(contentDOM === undefined ? {} : { contentDOM }) }
  }

const each = <From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

export const viewsOf = (islands: Islands) => {
  return {
    nodeViews: {
      ...each(nodeSpecs, plainView),
      metric: islandView(islands, 'span'),
      memo_block: islandView(islands, 'div'),
    },
    markViews: each(markSpecs, plainMark),
  }
}
