import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type Ref, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMetrics } from '../../../../../deal-data/canvas-query.ts'
import { writingMessages } from '../../../../../messages/writing.ts'
import { useObservable } from '../../../../../ui/observable.ts'
import markdownViewStyles from '../../markdown-view.module.css'
import { matching } from '../complete-metric.ts'
import { OfferList } from '../offer-list.tsx'
import { offerOf } from '../offer-of.ts'
import { usePlacedList } from '../use-placed-list.ts'
import { askedAt } from './asked-at.ts'
import { createEditor } from './create-editor.ts'
import { insertMetric } from './insert.ts'
import { IslandBody } from './island-body.tsx'
import { createIslands } from './islands.ts'
import styles from './rich-text.module.css'
import { Toolbar } from './toolbar.tsx'
import { useWriting } from './use-writing.ts'

/** What is being written, as Markdown. */
export interface WrittenText {
  content: () => string
}

interface RichTextProps {
  label: string
  /** Read once; from then on the text is changed here. */
  content: string
  onChange: (content: string) => void
  onSubmit: () => void
  ref: Ref<WrittenText>
}

/** The text of a section as it will read; `[[` offers the metrics of the deal by name. */
export const RichText = ({ label, content, onChange, onSubmit, ref }: RichTextProps) => {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [islands] = useState(createIslands)
  const drawn = useObservable(islands)
  const [view, setView] = useState<EditorView>()
  const [state, setState] = useState<EditorState>()
  const [chosen, setChosen] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const writing = useWriting(content, onChange)
  const metrics = useMetrics()
  useImperativeHandle(ref, () => ({ content: writing.content }))

  const asked = state && askedAt(state)
  const found = asked === undefined || asked.from === closedAt ? [] : matching(metrics.values(), asked.words)
  const offers = found.map(offerOf)
  const current = offers[Math.min(chosen, offers.length - 1)]
  const list = usePlacedList(() => view?.coordsAtPos(asked?.from ?? 0), asked?.from, offers.length)

  const take = (key: string): void => {
    if (view === undefined || asked === undefined) return
    insertMetric(view, asked, key)
    view.focus()
  }

  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      onSubmit()
      return true
    }
    if (current === undefined || event.shiftKey || event.isComposing) return false
    const acts: Record<string, () => void> = {
      ArrowDown: () => setChosen((chosen + 1) % offers.length),
      ArrowUp: () => setChosen((chosen + offers.length - 1) % offers.length),
      Enter: () => take(current.key),
      Tab: () => take(current.key),
      Escape: () => setClosedAt(asked?.from),
    }
    const act = acts[event.key]
    if (act === undefined) return false
    // Escape closes the list and nothing around it.
    event.stopPropagation()
    act()
    return true
  })
  const follow = useEffectEvent((next: EditorState): void => {
    setState(next)
    if (next.doc === state?.doc) return
    setChosen(0)
    if (askedAt(next) === undefined) setClosedAt(undefined)
    writing.note(next.doc)
  })
  const settle = useEffectEvent(() => writing.settle())
  const create = useEffectEvent((element: HTMLElement) =>
    createEditor(element, {
      content,
      islands,
      onKey: (event) => press(event),
      onState: (next) => follow(next),
      onBlur: () => settle(),
    }),
  )

  useEffect(() => {
    if (place.current === null) return
    const created = create(place.current)
    setView(created)
    setState(created.state)
    // Whoever chose to edit the section wants to write in it.
    created.focus()
    const leave = () => settle()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
      created.destroy()
    }
  }, [])

  useEffect(() => {
    view?.setProps({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-autocomplete': 'list',
        'aria-controls': `${id}-offers`,
        ...(current === undefined ? {} : { 'aria-activedescendant': `${id}-offers-${current.key}` }),
      },
    })
  }, [view, id, label, current])

  return (
    <div className={styles.frame}>
      {view && state && <Toolbar view={view} state={state} controls={`${id}-text`} />}
      <div ref={place} id={`${id}-text`} className={`${markdownViewStyles.text} ${styles.text}`} />
      {drawn.map((island) => createPortal(<IslandBody island={island} />, island.place, String(island.id)))}
      <OfferList
        id={`${id}-offers`}
        label={writingMessages.metrics()}
        offers={offers}
        current={current}
        list={list}
        onTake={take}
      />
    </div>
  )
}
