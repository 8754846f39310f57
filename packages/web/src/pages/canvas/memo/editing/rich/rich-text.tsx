import type { Block } from '@deal-canvas/memo'
import { memoSchema } from '@deal-canvas/memo/document'
import type { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import {
  lazy,
  type Ref,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { writingMessages } from '../../../../../messages/writing.ts'
import { useObservable } from '../../../../../ui/observable.ts'
import markdownViewStyles from '../../markdown-view.module.css'
import { OfferList } from '../offer-list.tsx'
import { usePlacedList } from '../use-placed-list.ts'
import { BlockDialog } from './block-dialog.tsx'
import { createEditor } from './create-editor.ts'
import type { ChosenKind } from './insertions.ts'
import { IslandBody } from './island-body.tsx'
import { createIslands } from './islands.ts'
import { type LinkPlace, linkAt, removeLink, setLink } from './links.ts'
import styles from './rich-text.module.css'
import { insertBlock } from './table-commands.ts'
import { Toolbar } from './toolbar.tsx'
import { useOffers } from './use-offers.ts'
import { useWriting } from './use-writing.ts'

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))
const ModelBlockDialog = lazy(async () => ({ default: (await import('./model-block-dialog.tsx')).ModelBlockDialog }))

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

/** The text of a section as it will read; `[[` offers the metrics of the deal by name, a slash whatever fits there. */
export const RichText = ({ label, content, onChange, onSubmit, ref }: RichTextProps) => {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [islands] = useState(createIslands)
  const drawn = useObservable(islands)
  const [view, setView] = useState<EditorView>()
  const [state, setState] = useState<EditorState>()
  const [choosing, setChoosing] = useState<ChosenKind>()
  const [linked, setLinked] = useState<LinkPlace>()
  const writing = useWriting(content, onChange)
  useImperativeHandle(ref, () => ({ content: writing.content }))

  const { asked, offers, current, take, ...keys } = useOffers(view, state, setChoosing)
  const list = usePlacedList(() => view?.coordsAtPos(asked?.from ?? 0), asked?.from, offers.length)

  // The text can take the focus only after the dialog has closed.
  const isAsking = choosing !== undefined || linked !== undefined
  const wasAsking = useRef(false)
  useEffect(() => {
    if (!isAsking && wasAsking.current) view?.focus()
    wasAsking.current = isAsking
  }, [isAsking, view])
  const askLink = (): void => setLinked(view && linkAt(view.state))
  const insert = (block: Block): void => {
    if (view) insertBlock(memoSchema.nodes.memo_block.create({ block }))(view.state, view.dispatch)
    setChoosing(undefined)
  }

  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      onSubmit()
      return true
    }
    // In the text the keys of the command palette set a link, as in other editors.
    if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.stopPropagation()
      askLink()
      return true
    }
    return keys.press(event)
  })
  const follow = useEffectEvent((next: EditorState): void => {
    setState(next)
    if (next.doc === state?.doc) return
    keys.follow(next)
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
      {view && state && <Toolbar view={view} state={state} controls={`${id}-text`} onLink={askLink} />}
      <div ref={place} id={`${id}-text`} className={`${markdownViewStyles.text} ${styles.text}`} />
      {drawn.map((island) => createPortal(<IslandBody island={island} />, island.place, String(island.id)))}
      <OfferList
        id={`${id}-offers`}
        label={asked?.kind === 'insert' ? writingMessages.offers() : writingMessages.metrics()}
        offers={offers}
        current={current}
        list={list}
        onTake={take}
      />
      <Suspense fallback={null}>
        {choosing === 'model_table' || choosing === 'chart' ? (
          <ModelBlockDialog kind={choosing} onClose={() => setChoosing(undefined)} onInsert={insert} />
        ) : (
          choosing && <BlockDialog kind={choosing} onClose={() => setChoosing(undefined)} onInsert={insert} />
        )}
        {view && linked && (
          <LinkDialog
            place={linked}
            onClose={() => setLinked(undefined)}
            onSet={(href, text) => {
              view.dispatch(setLink(view.state, linked, href, text))
              setLinked(undefined)
            }}
            onRemove={() => {
              view.dispatch(removeLink(view.state, linked))
              setLinked(undefined)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
