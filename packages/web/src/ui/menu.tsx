import type { DropdownMenu } from 'radix-ui'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useRef } from 'react'
import { useLater } from './use-later.ts'

type MenuParts = typeof DropdownMenu

interface OpenMenu {
  readonly parts: MenuParts
  /** Moves the focus to the menu's button, so that a dialog that an entry opens returns it there. */
  readonly focusButton: () => void
}

const MenuContext = createContext<OpenMenu | undefined>(undefined)

/** For menu entries that are separate components. */
export const useOpenMenu = (): OpenMenu => {
  const menu = useContext(MenuContext)
  if (menu === undefined) throw new Error('An entry stands outside of a menu')
  return menu
}

export const useMenuParts = (): MenuParts => useOpenMenu().parts

const loadParts = async (): Promise<MenuParts> => (await import('./menu-parts.ts')).DropdownMenu

interface MenuProps {
  label: string
  className?: string | undefined
  /** Content of the button. */
  face: ReactNode
  align?: 'start' | 'end'
  /** Renders the menu's entries with the given parts. */
  children: (parts: MenuParts) => ReactNode
}

/** A button with a menu, whose code is loaded when it is first opened. */
export const Menu = ({ label, className, face, align = 'end', children }: MenuProps) => {
  const { thing: Parts, warm, want } = useLater(loadParts)
  const button = useRef<HTMLButtonElement>(null)
  if (Parts === undefined) {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      want()
    }
    return (
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={want}
        onKeyDown={onKeyDown}
      >
        {face}
      </button>
    )
  }
  return (
    <Parts.Root modal={false} defaultOpen>
      <Parts.Trigger ref={button} className={className} aria-label={label}>
        {face}
      </Parts.Trigger>
      <Parts.Content className="menu pop" align={align} sideOffset={4} collisionPadding={8}>
        <MenuContext value={{ parts: Parts, focusButton: () => button.current?.focus() }}>
          {children(Parts)}
        </MenuContext>
      </Parts.Content>
    </Parts.Root>
  )
}
