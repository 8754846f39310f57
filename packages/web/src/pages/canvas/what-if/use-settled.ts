import { useEffect, useState } from 'react'

/** A value once it has stood still for a moment. */
export const useSettled = <Value>(value: Value, forMs: number): Value => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return settled
}
