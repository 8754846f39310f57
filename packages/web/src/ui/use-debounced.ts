import { useEffect, useState } from 'react'

/** A value that is being typed, once it has stood still for a moment. */
export const useDebounced = <Value>(value: Value, ms = 250): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
