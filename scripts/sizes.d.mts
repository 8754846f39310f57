export const typedSizes: (path: string, source?: string) => { line: number; text: string }[]
