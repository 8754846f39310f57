import type { DocumentKind } from '@deal-canvas/contract'
import type { Page } from '../digitized.ts'
import type { Outcome } from '../outcome.ts'
import { Unreadable } from '../reading/unreadable.ts'
import { drawPage } from './draw-page.ts'
import { eraseRules } from './erase-rules.ts'
import { recognizeWords } from './tesseract.ts'
import { pageOfWords } from './words-to-page.ts'

interface Input {
  bytes: Uint8Array
  kind: DocumentKind
  page: number
}

/** Recognizes the text of one page. */
export const recognize = async ({ bytes, kind, page }: Input): Promise<Outcome<Page>> => {
  let drawn: Awaited<ReturnType<typeof drawPage>>
  try {
    drawn = await drawPage(bytes, kind, page)
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.message }
    throw error
  }
  if (drawn === undefined) return { ok: true, answer: { page, text: '', ocr: true } }
  const { picture, isRuleBetween } = eraseRules(drawn)
  return { ok: true, answer: pageOfWords(page, await recognizeWords(picture), { ...drawn, isRuleBetween }) }
}
