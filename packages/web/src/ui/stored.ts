const prefix = 'deal-canvas.'

/** Storage may be full or closed to us; then nothing is remembered and nothing breaks. */
const storedIn = (area: () => Storage) => ({
  read: (name: string): string | undefined => {
    try {
      return area().getItem(prefix + name) ?? undefined
    } catch {
      return undefined
    }
  },
  write: (name: string, value: string | undefined): void => {
    try {
      if (value === undefined) area().removeItem(prefix + name)
      else area().setItem(prefix + name, value)
    } catch {
      // The value lives on in the open page.
    }
  },
  /** What is stored, by name. */
  names: (): string[] => {
    try {
      return Object.keys(area()).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
    } catch {
      return []
    }
  },
})

/** What this browser remembers. */
export const stored = storedIn(() => localStorage)

/** What this tab remembers: it outlives a reload, and no other tab sees it. */
export const storedInTab = storedIn(() => sessionStorage)
