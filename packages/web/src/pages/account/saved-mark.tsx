import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'

export const SavedMark = ({ children }: { children: ReactNode }) => (
  <span role="status" className="flex items-center gap-1 text-small text-green">
    <Icon name="check" size={14} />
    {children}
  </span>
)
