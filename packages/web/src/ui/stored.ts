const prefix = 'deal-canvas.'

/** Storage can be full or blocked; then nothing is stored and nothing breaks. */
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
  /** The names of the stored entries. */
  names: (): string[] => {
    try {
      return Object.keys(area()).flatMap((name) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
    } catch {
      return []
    }
  },
})

/** Stored in this browser. */
export const stored = storedIn(() => localStorage)

/** Stored in this tab: survives a reload and is not shared with other tabs. */
export const storedInTab = storedIn(() => sessionStorage)
