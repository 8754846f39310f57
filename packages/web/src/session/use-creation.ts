import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createAttempts } from './attempts.ts'

/** A mutation that creates something: a retry after a lost response does not create it twice. */
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
