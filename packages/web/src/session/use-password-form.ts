import { ApiError } from '@deal-canvas/client'
import { changePassword } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { sessionMessages } from '../messages/session.ts'
import { useFreshUntil } from './fresh-link.ts'
import { fitsPasswordRule, passwordRuleError } from './password-rule.ts'
import { sentenceFor } from './sentence-for.ts'
import { useServices } from './services.ts'

interface Wrong {
  current?: string | undefined
  next?: string | undefined
  /** Not about a single field. */
  whole?: string | undefined
}

const wrongOf = (error: unknown): Wrong => {
  if (!(error instanceof ApiError)) return { whole: sentenceFor(error) }
  if (error.code === 'invalid_credentials') return { current: sessionMessages.currentPasswordWrong() }
  const current = error.about('current_password')
  const next = error.about('new_password')
  return current === undefined && next === undefined ? { whole: sentenceFor(error) } : { current, next }
}

/** The fields of a password change, their errors, and the mutation. */
export const usePasswordForm = ({ onChanged }: { onChanged: () => void }) => {
  const { client } = useServices().session
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const currentRef = useRef<HTMLInputElement>(null)
  const nextRef = useRef<HTMLInputElement>(null)
  const noteRef = useRef<HTMLDivElement>(null)
  // The service decides whether the current password can be omitted: its clock can differ from ours.
  const [refused, setRefused] = useState(false)
  const fresh = useFreshUntil()
  const freeUntil = refused ? undefined : fresh

  const change = useMutation({
    // Do not keep a password in the mutation cache.
    gcTime: 0,
    mutationFn: () =>
      client.call(changePassword, {
        body: { new_password: next, ...(freeUntil === undefined ? { current_password: current } : {}) },
      }),
    onError: (error) => {
      const late = freeUntil !== undefined && error instanceof ApiError && error.about('current_password') !== undefined
      if (late) setRefused(true)
      setWrong(late ? { current: sessionMessages.currentPasswordMissing() } : wrongOf(error))
    },
    onSuccess: () => {
      setCurrent('')
      setNext('')
      onChanged()
    },
  })

  useEffect(() => {
    const place = wrong.current !== undefined ? currentRef : wrong.next !== undefined ? nextRef : noteRef
    place.current?.focus()
  }, [wrong])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const missing: Wrong = {
      current: freeUntil === undefined && current === '' ? sessionMessages.currentPasswordMissing() : undefined,
      next: fitsPasswordRule(next) ? undefined : passwordRuleError,
    }
    setWrong(missing)
    if (missing.current === undefined && missing.next === undefined) change.mutate()
  }

  return {
    submit,
    change,
    wrong,
    noteRef,
    /** Until when the current password can be omitted; undefined: it is required. */
    freeUntil,
    current: { ref: currentRef, value: current, set: setCurrent },
    next: { ref: nextRef, value: next, set: setNext },
  }
}

export type PasswordForm = ReturnType<typeof usePasswordForm>
