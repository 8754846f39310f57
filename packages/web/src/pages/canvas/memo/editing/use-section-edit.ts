import { ApiError } from '@deal-canvas/client'
import { type Section, showSection, writeSection } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useDealId } from '../../../../deal-data/canvas-query.ts'
import { useMe } from '../../../../session/me.ts'
import { useServices } from '../../../../session/services.ts'
import { useObservable, useSelected } from '../../../../ui/observable.ts'
import { applySection } from '../../live/apply-deal-event.ts'
import { type Hold, useLive } from '../../live/deal-live.ts'
import { beginDraft, draftPlace, type SectionDraft, type SectionText } from './section-draft.ts'

/** The user who is editing a section, unless it is this window. */
const otherHolder = (hold: Hold | undefined): Hold | undefined => (hold?.fence === undefined ? hold : undefined)

/** Error codes after which no lock is available; editing is still allowed, because versions prevent overwriting. */
const cannotLock = (code: string | undefined): boolean => code !== undefined && code !== 'lock_taken'

export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'lock_lost' || error.code === 'stale_version')

/** Editing a section: with its lock, based on the version that was read; the draft is always kept. */
export const useSectionEdit = (section: Section) => {
  const { session, queries } = useServices()
  const dealId = useDealId()
  const { id: userId } = useMe()
  const live = useLive()
  const sectionKey = section.section_key
  const place = useMemo(() => draftPlace(userId, dealId, sectionKey), [userId, dealId, sectionKey])
  const [phase, setPhase] = useState<'reading' | 'asking' | 'writing'>('reading')
  const [draft, setDraft] = useState(place.read)
  const hold = useSelected(live.holds, (holds) => holds.get(sectionKey))
  const refusal = useSelected(live.refusals, (refusals) => refusals.get(sectionKey))
  const isLive = useObservable(live.state) === 'live'
  const other = otherHolder(hold)

  const open = phase === 'asking' && (hold?.fence !== undefined || cannotLock(refusal) || !isLive)
  const refused = phase === 'asking' && (other !== undefined || refusal === 'lock_taken')
  if (open) {
    setPhase('writing')
    setDraft((kept) => kept ?? beginDraft(section))
  } else if (refused) setPhase('reading')

  const wanted = phase !== 'reading'
  useEffect(() => {
    if (wanted) return () => live.letGo(sectionKey)
  }, [live, sectionKey, wanted])

  const write = (next: SectionDraft): void => {
    setDraft(next)
    place.keep(next)
  }
  const leave = (): void => {
    place.forget()
    setDraft(undefined)
    setPhase('reading')
  }

  const save = useMutation({
    mutationFn: ({ title, content, base }: SectionDraft) =>
      session.client.call(writeSection, {
        params: { deal_id: dealId, section_key: sectionKey },
        body: { title, content, ...(hold?.fence === undefined ? {} : { fence: hold.fence }) },
        ifMatch: base.version,
      }),
    onSuccess: (written) => {
      applySection(queries, dealId, written)
      leave()
    },
    onError: async (error) => {
      if (!isConflict(error)) return
      const params = { deal_id: dealId, section_key: sectionKey }
      applySection(queries, dealId, await session.client.call(showSection, { params }))
    },
  })

  return {
    phase,
    draft,
    other,
    save,
    begin: () => {
      live.take(sectionKey)
      setPhase('asking')
    },
    change: (text: Partial<SectionText>) => {
      if (draft !== undefined) write({ ...draft, ...text, at: new Date().toISOString() })
    },
    /** Saves the user's text over the current version. */
    saveOver: () => {
      if (draft === undefined) return
      const next = { ...draft, base: beginDraft(section).base }
      write(next)
      save.mutate(next)
    },
    /** Discards the draft without saving. */
    discard: () => {
      save.reset()
      leave()
    },
    /** Another user took over the section, or saved another version, during the edit. */
    overtaken:
      phase === 'writing' && draft !== undefined && (draft.base.version < section.version || other !== undefined),
  }
}

export type SectionEdit = ReturnType<typeof useSectionEdit>
