import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../../session/services.ts'
import { Icon } from '../../ui/icon.tsx'
import { qualityQuery, useCanvas, useDealId } from './canvas-query.ts'

export type Sheet = 'sections' | 'comments' | undefined

/** Names a rail where it is a sheet, and closes it. Escape does the same. */
export const SheetHead = ({ title, onClose }: { title: string; onClose: () => void }) => {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => close(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <div className="sheet-head">
      <b>{title}</b>
      <button type="button" className="btn ghost icon" aria-label={`Close ${title.toLowerCase()}`} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  )
}

interface DockProps {
  sheet: Sheet
  onSheet: (sheet: Sheet) => void
}

/** The parts of the canvas on a phone, where they do not fit side by side. */
export const Dock = ({ sheet, onSheet }: DockProps) => {
  const dealId = useDealId()
  const { counts } = useCanvas()
  const { data: quality } = useQuery(qualityQuery(useServices().session.client, dealId))
  const score = quality?.status === 'assessed' ? ` ${Math.round(quality.model_integrity_score)}` : ''
  const toggle = (part: Sheet) => () => onSheet(sheet === part ? undefined : part)
  return (
    <nav className="dock" aria-label="Canvas">
      <button type="button" aria-pressed={sheet === 'sections'} onClick={toggle('sections')}>
        <Icon name="list" />
        Sections
      </button>
      <button type="button" aria-pressed={sheet === 'comments'} onClick={toggle('comments')}>
        <Icon name="comment" />
        {counts.open_comments > 0 && <span className="badge">{counts.open_comments}</span>}
        Comments
      </button>
      <Link to="/canvas/$dealId" params={{ dealId }} search={{ whatIf: '' }}>
        <Icon name="sliders" />
        What if
      </Link>
      <Link to="/canvas/$dealId/quality" params={{ dealId }}>
        <Icon name="shield" />
        {`Integrity${score}`}
      </Link>
    </nav>
  )
}
