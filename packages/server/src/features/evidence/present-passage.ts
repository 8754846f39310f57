import { type EvidencePassage, matchOfScore } from '@deal-canvas/contract'
import type { Evidenced } from './find-passages.ts'

export const presentPassage = (passage: Evidenced): EvidencePassage => {
  const { documentId, position, fileName, content, page, sheet, cell, score, sentence } = passage
  return {
    document_id: documentId,
    passage_id: String(position),
    file_name: fileName,
    page,
    sheet,
    cell,
    text: content,
    score,
    match: matchOfScore(score),
    sentence: { text: content.slice(sentence.start, sentence.end), ...sentence },
  }
}
