import type { SearchKind } from '@deal-canvas/contract'
import type { ComponentProps } from 'react'
import { searchMessages as messages } from '../../messages/search.ts'
import type { Icon } from '../../ui/icon.tsx'

export const kindIcons: Record<SearchKind, ComponentProps<typeof Icon>['name']> = {
  deal: 'file',
  metric: 'sliders',
  section: 'list',
  document: 'copy',
  fact: 'evidence',
  comment: 'comment',
}

export const kindLabel = (kind: SearchKind): string => messages[kind]()
