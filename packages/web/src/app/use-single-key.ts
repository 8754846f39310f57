import { useEffect, useEffectEvent } from 'react'
import { useServices } from '../session/services.ts'
import { useObservable } from '../ui/observable.ts'
import { isPressOf } from './is-press-of.ts'

const typesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Runs an action on a single key outside of fields, dialogs and menus, unless the user disabled such shortcuts. */
export const useSingleKey = (key: string, act: () => void): void => {
  const on = useObservable(useServices().singleKeys) === 'on'
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isPressOf(key, event)) return
    if (typesText(event.target) || document.querySelector('dialog[open], [role="menu"]') !== null) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [on])
}
