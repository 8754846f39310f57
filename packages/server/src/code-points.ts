/** Length in code points, of clean text: each pair of surrogates counts once. */
export const codePoints = (text: string): number => text.length - (text.match(/[\ud800-\udbff]/g)?.length ?? 0)
