import { orderSections, removeSection, renameSection, type Section } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { canvasQuery, useCanvas, useDealId } from '../../../deal-data/canvas-query.ts'
import { commonMessages } from '../../../messages/common.ts'
import { memoSectionMessages as messages } from '../../../messages/memo-sections.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { useObservable } from '../../../ui/observable.ts'
import { applyOrder, applyRemoval, applySection } from '../live/apply-deal-event.ts'
import { useLive } from '../live/deal-live.ts'
import styles from './arrange-dialog.module.css'
import { ArrangeRow } from './arrange-row.tsx'
import { RemovedSections } from './removed-sections.tsx'

/** Orders, renames, removes and restores sections. Each act is made at once and announced. */
export const ArrangeDialog = ({ onClose }: { onClose: () => void }) => {
  const { session, queries } = useServices()
  const { client } = session
  const dealId = useDealId()
  const { sections } = useCanvas()
  const holds = useObservable(useLive().holds)
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<Element>(null)
  const [said, setSaid] = useState('')
  const refetch = () => queries.invalidateQueries({ queryKey: canvasQuery(client, dealId).queryKey })

  const order = useMutation({
    mutationFn: ({ from, to }: { from: string[]; to: string[]; moved: Section }) =>
      client.call(orderSections, { params: { deal_id: dealId }, body: { from, section_keys: to } }),
    onSuccess: ({ section_keys: keys }, { moved }) => {
      applyOrder(queries, dealId, keys)
      const position = keys.indexOf(moved.section_key) + 1
      setSaid(messages.moved({ title: moved.title, position, count: keys.length }))
      // A row that moves in the document loses the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && pressed.current instanceof HTMLElement) pressed.current.focus()
      })
    },
    // The order that was seen is not the present one.
    onError: refetch,
  })
  const rename = useMutation({
    mutationFn: ({ section, title }: { section: Section; title: string }) =>
      client.call(renameSection, {
        params: { deal_id: dealId, section_key: section.section_key },
        body: { title },
        ifMatch: section.version,
      }),
    onSuccess: (section) => {
      applySection(queries, dealId, section)
      setSaid(messages.renamed({ title: section.title }))
    },
    onError: refetch,
  })
  const remove = useMutation({
    mutationFn: ({ section_key: key, version }: Section) =>
      client.call(removeSection, { params: { deal_id: dealId, section_key: key }, ifMatch: version }),
    onSuccess: async (_, { section_key: key, title }) => {
      applyRemoval(queries, dealId, key)
      setSaid(messages.removed({ title }))
      // The row with the button is gone.
      list.current?.focus()
      await queries.invalidateQueries({ queryKey: ['deal', dealId, 'removed-sections'] })
    },
    onError: refetch,
  })
  const isBusy = order.isPending || rename.isPending || remove.isPending
  const error = order.error ?? rename.error ?? remove.error

  const move = (section: Section, by: 1 | -1): void => {
    const from = sections.map(({ section_key: key }) => key)
    const at = from.indexOf(section.section_key)
    if (isBusy || at + by < 0 || at + by >= from.length) return
    const to = from.toSpliced(at, 1).toSpliced(at + by, 0, section.section_key)
    for (const act of [order, rename, remove]) act.reset()
    pressed.current = document.activeElement
    order.mutate({ from, to, moved: section })
  }
  const press = (event: KeyboardEvent, section: Section): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 } as const
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(section, by[event.key])
  }

  return (
    <Dialog title={messages.arrangeTitle()} onClose={onClose}>
      <p className="mb-3 text-small text-fg-2">{messages.arrangeHint()}</p>
      <div className={styles.body}>
        <ol ref={list} tabIndex={-1} className={styles.rows} aria-label={messages.inOrder()}>
          {sections.map((section, index) => (
            <ArrangeRow
              key={section.section_key}
              section={section}
              position={index + 1}
              count={sections.length}
              holder={holds.get(section.section_key)?.name}
              onMove={(by) => move(section, by)}
              onPress={(event) => press(event, section)}
              onRename={(title) => rename.mutate({ section, title })}
              onRemove={() => {
                if (!isBusy) remove.mutate(section)
              }}
            />
          ))}
        </ol>
        <RemovedSections onRestored={(title) => setSaid(messages.restored({ title }))} />
      </div>
      <p role="status" className={styles.said}>
        {said}
      </p>
      {error !== null && <Note tone="red">{sentenceFor(error)}</Note>}
      <div className="mt-3 flex justify-end">
        <Button look="primary" onClick={onClose}>
          {commonMessages.close()}
        </Button>
      </div>
    </Dialog>
  )
}
