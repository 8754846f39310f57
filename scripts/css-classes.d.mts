export const classFaults: (files: ReadonlyMap<string, string>) => string[]
