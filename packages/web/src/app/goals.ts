import type { ComponentProps } from 'react'
import type { Icon } from '../ui/icon.tsx'

/** Something to go to or to do. */
export interface Goal {
  readonly key: string
  readonly words: string
  readonly hint?: string
  readonly icon: ComponentProps<typeof Icon>['name']
  readonly go: () => void
}

export interface GoalGroup {
  readonly name: string
  readonly goals: readonly Goal[]
}

/** Where an arrow key leads from a place in a list that has no end; from nowhere, to its first or its last. */
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
