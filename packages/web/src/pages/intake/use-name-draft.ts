import { type Conversation, nameDeal } from '@deal-canvas/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dealsKey } from '../../deal-data/deals-query.ts'
import { intakeKey } from '../../deal-data/intake-query.ts'
import { useServices } from '../../session/services.ts'
import { stored } from '../../ui/stored.ts'

export type NameDraft = ReturnType<typeof useNameDraft>

/** The name in the field: the typed one, else the saved one, else the one suggested from the files. */
export const useNameDraft = (id: string, conversation: Conversation | undefined) => {
  const { client } = useServices().session
  const queries = useQueryClient()
  const place = `intake-name.${id}`
  const [typed, setTyped] = useState(() => stored.read(place))
  const keep = (text: string | undefined): void => {
    stored.write(place, text)
    setTyped(text)
  }
  const state = conversation?.conversation_state
  const has = conversation?.deal_name ?? null
  const text = typed ?? has ?? state?.suggested_deal_name ?? ''
  const save = useMutation({
    mutationFn: (name: string) =>
      client.call(nameDeal, { params: { conversation_id: id }, body: { deal_name: name.trim() } }),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: dealsKey })
      await queries.invalidateQueries({ queryKey: intakeKey(id) })
      keep(undefined)
    },
  })
  return {
    text,
    isEmpty: text.trim() === '',
    /** Whether the typed name is the saved one. */
    isSaved: has !== null && has === text.trim(),
    type: keep,
    save,
  }
}
