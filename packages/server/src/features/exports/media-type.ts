const mediaTypes: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroEnabled.12',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  zip: 'application/zip',
  json: 'application/json',
}

/** The media type of an exported file. */
export const mediaTypeOf = (fileName: string): string =>
  mediaTypes[fileName.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream'
