import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Menu, useMenuParts, useOpenMenu } from './menu.tsx'

/** The actions of a table row. */
export const RowMenu = ({ label, children }: { label: string; children: ReactNode }) => (
  <Menu label={label} className="btn ghost icon" face={<Icon name="more" />}>
    {() => children}
  </Menu>
)

interface RowActProps {
  onSelect: () => void
  danger?: boolean
  children: ReactNode
}

export const RowAct = ({ onSelect, danger = false, children }: RowActProps) => {
  const {
    parts: { Item },
    focusButton,
  } = useOpenMenu()
  const select = (): void => {
    focusButton()
    onSelect()
  }
  return (
    <Item className={danger ? 'text-red' : undefined} onSelect={select}>
      {children}
    </Item>
  )
}

export const RowSeparator = () => {
  const { Separator } = useMenuParts()
  return <Separator />
}

/** Explains why an action is not in the menu. */
export const RowNote = ({ children }: { children: ReactNode }) => {
  const { Label } = useMenuParts()
  return <Label className="max-w-[28ch] px-2 py-1 text-small text-fg-3">{children}</Label>
}
