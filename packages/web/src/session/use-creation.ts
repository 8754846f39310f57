import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createAttempts } from './attempts.ts'

/** A change that makes something new: tried again after a lost answer, it still makes it once. */
export const useCreation = <Body, Made>(
  create: (body: Body, idempotencyKey: string) => Promise<Made>,
  onMade?: (made: Made) => unknown,
) => {
  const [attempt] = useState(createAttempts)
  return useMutation({
    mutationFn: (body: Body) => attempt(body, (idempotencyKey) => create(body, idempotencyKey)),
    onSuccess: (made) => onMade?.(made),
  })
}
