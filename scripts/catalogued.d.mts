export const uncatalogued: (path: string, source?: string) => { line: number; text: string }[]
