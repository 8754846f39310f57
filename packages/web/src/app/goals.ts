import type { ComponentProps, ReactNode } from 'react'
import type { Icon } from '../ui/icon.tsx'

/** An entry of the command palette. */
export interface Goal {
  readonly key: string
  readonly words: string
  readonly hint?: string
  /** What is shown instead of the words, such as a hit of the search. */
  readonly shown?: ReactNode
  readonly icon: ComponentProps<typeof Icon>['name']
  readonly go: () => void
}

export interface GoalGroup {
  readonly name: string
  readonly goals: readonly Goal[]
}

/** The index after an arrow key in a list that wraps around; with no entry chosen (-1), the first or the last. */
export const nextPlace = (at: number, key: string, count: number): number | undefined => {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return (at <= 0 ? count : at) - 1
    default:
      return undefined
  }
}
