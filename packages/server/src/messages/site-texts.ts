import { defineMessages } from '@deal-canvas/messages'

/** Why a text cannot be used on a page of the site. */
export const siteTextMessages = defineMessages('site-texts', {
  lineBreak: 'This text must be on one line, without line breaks',
  keyUnknown: 'The page has no text with this key',
  graphEmpty: '@graph must be a list of at least one object',
  graphItem: 'Every item of @graph must be an object with @type; item {position} is not',
  notAnObject: 'JSON-LD must be an object or a list of objects',
  contextMissing: 'JSON-LD requires @context, such as "https://schema.org"',
  contextInvalid: '@context must be a URL or an object',
  typeMissing: 'JSON-LD requires @type or @graph',
  typeInvalid: '@type must be a name or a list of names',
  notJson: 'This is not valid JSON: {error} (line {line}, column {column})',
  notFinite: 'This is not valid JSON: it contains a number that is not finite',
  listEmpty: 'JSON-LD must contain at least one object',
  ofItem: 'Item {position}: {problem}',
})
