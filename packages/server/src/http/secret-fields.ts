import type { TSchema } from '@deal-canvas/contract'

interface Shape {
  writeOnly?: boolean
  properties?: Record<string, TSchema>
}

/** The fields of an answer that hold secrets. They are sent, but not stored for repeated requests. */
export const secretFields = (answer: TSchema | undefined): string[] =>
  Object.entries((answer as Shape | undefined)?.properties ?? {})
    .filter(([, field]) => (field as Shape).writeOnly === true)
    .map(([name]) => name)

export const without = (names: readonly string[], answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && names.length > 0
    ? Object.fromEntries(Object.entries(answer).filter(([name]) => !names.includes(name)))
    : answer
