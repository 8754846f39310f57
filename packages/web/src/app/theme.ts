import { createRemembered } from '../ui/remembered.ts'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const isTheme = (text: string): text is Theme => themes.some((theme) => theme === text)

/** `public/theme.js` applies the stored theme before the first paint; afterwards this code maintains it. */
export const createTheme = (root: HTMLElement) => {
  const theme = createRemembered<Theme>('theme', 'system', isTheme)
  theme.subscribe(() => {
    const chosen = theme.get()
    if (chosen === 'system') root.removeAttribute('data-theme')
    else root.setAttribute('data-theme', chosen)
  })
  return theme
}
