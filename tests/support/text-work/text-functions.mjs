// Every function that processes untrusted text, on the server's event loop or in the reader's browser.
const server = (path) => import(new URL(`../../../packages/server/src/${path}`, import.meta.url).href)
const engine = (path) => import(new URL(`../../../packages/engine/src/${path}`, import.meta.url).href)
const validation = (path) => import(new URL(`../../../packages/fastapi-validation/src/${path}`, import.meta.url).href)
const memo = (path) => import(new URL(`../../../packages/memo/src/${path}`, import.meta.url).href)
const web = (path) => import(new URL(`../../../packages/web/src/${path}`, import.meta.url).href)

const free = { spend: () => {} }

const { suggestName } = await server('features/intake/naming/suggest-name.ts')
const { nameInFileName } = await server('features/intake/naming/name-in-file-name.ts')
const { withoutDocumentWords } = await server('features/intake/naming/without-document-words.ts')
const { lineParts } = await server('features/intake/naming/line-parts.ts')
const { byConvention } = await server('features/intake/naming/convention.ts')
const { citedMetrics } = await memo('cited-metrics.ts')
const { fencedBlocks } = await memo('blocks/fenced-blocks.ts')
const { cutIntoUnits } = await server('features/memo/anchors/units.ts')
const { contextOf } = await server('features/memo/anchors/context.ts')
const { occurrences } = await server('features/memo/anchors/occurrences.ts')
const { placeAnchor, planReanchoring } = await server('features/memo/anchors/reanchoring.ts')
const { createVocabulary, readWords } = await server('features/memo/anchors/words.ts')
const { applySuggestion } = await server('features/comments/suggestions/apply-suggestion.ts')
const { readContent } = await server('features/comments/content.ts')
const { singleSpaced } = await server('features/comments/on-documents/single-spaced.ts')
const { labelIn, normalLabel } = await server('features/documents/cells/cell-labels.ts')
const { snippetOf } = await server('platform/snippet.ts')
const { readEmoji } = await server('features/comments/reactions/emoji.ts')
const { sectionKeyFor } = await server('features/memo/sections/section-key-for.ts')
const { createRedactor } = await server('features/model-provider/redact.ts')
const { readAnswer } = await server('features/model-provider/read-claims.ts')
const { numbersInText } = await server('features/evidence/brush/numbers-in-text.ts')
const { cutPassages } = await server('features/evidence/cut-passages.ts')
const { locatePassages } = await server('features/evidence/pages/locate-passages.ts')
const { queryTerms } = await server('features/evidence/ranking/query-terms.ts')
const { splitSentences } = await server('features/evidence/ranking/split-sentences.ts')
const { textsToEmbed } = await server('features/evidence/texts-to-embed.ts')
const { cutPages } = await server('features/documents/reading/cut-pages.ts')
const { shortTitle, unescapeXml } = await server('features/documents/reading/part-text.ts')
const { wellFormed } = await server('platform/well-formed.ts')
const { cleanFileName } = await server('features/documents/file-name.ts')
const { objectionToJsonLd } = await server('features/cms/json-ld.ts')
const { paragraphs, points } = await server('features/site/blocks.ts')
const { jsonInScript } = await server('features/site/html.ts')
const { readInviteCode } = await server('features/invite-codes/invite-code.ts')
const { readOrgName } = await server('features/orgs/names.ts')
const { slugOf } = await server('features/orgs/slugs.ts')
const { readClientFrame } = await server('features/live/client-frames.ts')
const { readCursor } = await server('http/cursor.ts')
const { readNumberCursor } = await server('http/number-cursor.ts')
const { namesEtag } = await server('http/etag.ts')
const { readIfMatch } = await server('http/if-match.ts')
const { lastEventNumber } = await server('http/last-event-number.ts')
const { readEmail } = await validation('email.ts')
const { integerFromText, numberFromText } = await validation('numbers.ts')
const { readPythonJson } = await validation('python-json.ts')
const { codePoints } = await validation('text.ts')
const { readUuid } = await validation('uuid.ts')
const { networkOf } = await server('platform/addresses.ts')
const { onOneLine } = await server('platform/mail/on-one-line.ts')
const { normalEmail } = await server('platform/normal-email.ts')
const { readInstant } = await server('platform/read-instant.ts')
const { matchLabel } = await engine('metrics/match-label.ts')
const { normalizeLabel } = await engine('metrics/normalize-label.ts')
const { scaleIn } = await engine('metrics/scale.ts')
const { numberFromText: cellNumber } = await engine('value/number-from-text.ts')
const { cellsNamedIn, formatFormula, namedElsewhereIn } = await engine('formula/format-formula.ts')
const { formatDevice } = await web('ui/format-device.ts')
const { initials } = await web('ui/initials.ts')
const { formatPassage } = await web('pages/canvas/comments/thread/format-comment.ts')
const { documentPlaceOf } = await web('features/comments/document-anchor.ts')
const { spokenParts } = await web('features/comments/thread/spoken-parts.ts')
const { lineDiff } = await web('pages/canvas/memo/editing/line-diff.ts')
const { readAddress } = await web('pages/documents/workbook/read-address.ts')
const { safeLink } = await web('pages/canvas/memo/safe-link.ts')

const placed = (text) => ({
  anchorText: text.slice(0, 1_000),
  anchorPrefix: '',
  anchorSuffix: null,
  anchorPosition: 1,
  anchorStatus: 'moved',
})

export const textFunctions = {
  suggestName: (text) =>
    suggestName([{ fileName: text, title: text, lines: Array.from({ length: 3 }, () => text) }], {
      deal_name_pattern: text,
    }),
  nameInFileName,
  withoutDocumentWords,
  lineParts,
  byConvention: (text) => byConvention({ company_or_asset: text, city: null, codename: text }, {}),
  citedMetrics,
  fencedBlocks: (text) => fencedBlocks(`\`\`\`dc-block\n${text}`),
  cutIntoUnits: (text) => cutIntoUnits(text, free),
  contextOf: (text) => contextOf(text, text.length >> 1, text.length),
  occurrences: (text) => occurrences(text.slice(0, 1_000), text, free),
  readWords: (text) => readWords(text, createVocabulary(), free),
  placeAnchor: (text) => placeAnchor(text, { anchorText: `${text.slice(0, 999)}z`, prefix: text.slice(0, 100) }),
  planReanchoring: (text) =>
    planReanchoring(
      [{ id: 'a', quote: `${text.slice(0, 999)}z`, prefix: '', suffix: '', position: 0, status: 'anchored' }],
      `${text}y`,
      text,
    ),
  applySuggestion: (text) => applySuggestion(text, placed(text), text),
  readContent,
  singleSpaced,
  labelIn: (text) => labelIn({ kind: 'text', text }),
  normalLabel,
  snippetOf,
  readEmoji,
  sectionKeyFor: (text) => sectionKeyFor(text, () => false),
  hideNames: (text) => createRedactor(['Riverside Apartments', 'a']).hide(text),
  restoreNames: (text) => createRedactor([]).restore(text),
  readAnswer,
  numbersInText,
  cutPassages: (text) => cutPassages({ kind: 'text', pages: [{ page: 1, text }] }),
  locatePassages: (text) =>
    locatePassages(
      text,
      cutPassages({ kind: 'text', pages: [{ page: 1, text }] }).map(({ content }, position) => ({ position, content })),
    ),
  queryTerms,
  splitSentences,
  textsToEmbed: (content) => textsToEmbed({ content, sheet: null }, true),
  cutPages,
  shortTitle,
  unescapeXml,
  wellFormed,
  cleanFileName,
  objectionToJsonLd,
  paragraphs,
  points,
  jsonInScript,
  readInviteCode,
  readOrgName,
  slugOf,
  readClientFrame,
  readCursor,
  readNumberCursor,
  namesEtag: (text) => namesEtag(text, 'x'),
  readIfMatch,
  lastEventNumber,
  readEmail,
  integerFromText,
  numberFromText,
  readPythonJson: (text) => readPythonJson(text, 64),
  codePoints,
  readUuid,
  networkOf,
  onOneLine,
  normalEmail,
  readInstant,
  matchLabel: (text) => matchLabel(text, undefined),
  normalizeLabel,
  scaleIn,
  cellNumber,
  cellsNamedIn,
  formatFormula: (text) => formatFormula(text, () => 'Rent'),
  namedElsewhereIn: (text) => namedElsewhereIn(text, () => false),
  readAddress,
  formatDevice,
  initials,
  formatPassage: (text) => formatPassage(text, new Map()),
  documentPlaceOf: (quote) =>
    documentPlaceOf({ cell: null, passage: { document_id: '', file_name: null, passage_id: '0', page: 1, quote } }),
  spokenParts: (text) => spokenParts(text, ['a', 'Ann Bell']),
  lineDiff: (text) => lineDiff(text, `${text}y`),
  safeLink,
}
