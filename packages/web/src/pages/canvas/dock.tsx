import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { qualityQuery, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { canvasMessages } from '../../messages/canvas.ts'
import { useServices } from '../../session/services.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './dock.module.css'

export type Sheet = 'sections' | 'comments' | undefined

interface SheetHeadProps {
  title: string
  closeLabel: string
  onClose: () => void
}

/** Title and close button of a rail that is shown as a sheet. Escape closes it too. */
export const SheetHead = ({ title, closeLabel, onClose }: SheetHeadProps) => {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => close(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <div className={styles.sheetHead}>
      <b>{title}</b>
      <button type="button" className="btn ghost icon" aria-label={closeLabel} onClick={onClose}>
        <Icon name="close" />
      </button>
    </div>
  )
}

interface DockProps {
  sheet: Sheet
  onSheet: (sheet: Sheet) => void
}

/** The tab bar on phones, where the parts of the canvas do not fit side by side. */
export const Dock = ({ sheet, onSheet }: DockProps) => {
  const dealId = useDealId()
  const { counts } = useCanvas()
  const { data: quality } = useQuery(qualityQuery(useServices().session.client, dealId))
  const toggle = (part: Sheet) => () => onSheet(sheet === part ? undefined : part)
  return (
    <nav className={styles.dock} aria-label={canvasMessages.dock()}>
      <button type="button" aria-pressed={sheet === 'sections'} onClick={toggle('sections')}>
        <Icon name="list" />
        {canvasMessages.sections()}
      </button>
      <button type="button" aria-pressed={sheet === 'comments'} onClick={toggle('comments')}>
        <Icon name="comment" />
        {counts.open_comments > 0 && <span className={styles.badge}>{counts.open_comments}</span>}
        {canvasMessages.comments()}
      </button>
      <Link to="/canvas/$dealId" params={{ dealId }} search={{ whatIf: '' }}>
        <Icon name="sliders" />
        {canvasMessages.whatIf()}
      </Link>
      <Link to="/canvas/$dealId/quality" params={{ dealId }}>
        <Icon name="shield" />
        {quality?.status === 'assessed'
          ? canvasMessages.integrityScore({ score: Math.round(quality.model_integrity_score) })
          : canvasMessages.integrity()}
      </Link>
    </nav>
  )
}
