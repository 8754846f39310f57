import type { DropdownMenu } from 'radix-ui'
import { createContext, type KeyboardEvent, type ReactNode, useContext } from 'react'
import { useLater } from './use-later.ts'

type MenuParts = typeof DropdownMenu

const PartsContext = createContext<MenuParts | undefined>(undefined)

/** For menu entries that are separate components. */
export const useMenuParts = (): MenuParts => {
  const parts = useContext(PartsContext)
  if (parts === undefined) throw new Error('An entry stands outside of a menu')
  return parts
}

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
      <Parts.Trigger className={className} aria-label={label}>
        {face}
      </Parts.Trigger>
      <Parts.Content className="menu pop" align={align} sideOffset={4} collisionPadding={8}>
        <PartsContext value={Parts}>{children(Parts)}</PartsContext>
      </Parts.Content>
    </Parts.Root>
  )
}
