import { defineMessages } from '@deal-canvas/messages'

export const intakeMessages = defineMessages('intake', {
  digitize: 'Reading the documents',
  recognizing: 'Recognizing the text of {name}: {read, number} of {pages, number} pages',
  model: 'Recalculating the model',
  metrics: 'Finding the metrics',
  quality: 'Checking the numbers',
  evidence: 'Indexing the evidence',
  memo: 'Drafting the memo',
  failed: 'Failed: {problem}',
  interrupted: 'the build was interrupted',
  ready: 'Ready',
  readyWithout: 'Ready; {count, plural, one {# file} other {# files}} could not be read',
  waitingForFiles: 'Waiting for files',
  readyToBuild: 'Ready to build',
  waitingForName: 'Waiting for a name',
  workbooks: '{count, plural, one {# workbook} other {# workbooks}}',
  tables: '{count, plural, one {# table} other {# tables}}',
  pdfs: '{count, plural, one {# PDF} other {# PDFs}}',
  wordDocuments: '{count, plural, one {# Word document} other {# Word documents}}',
  presentations: '{count, plural, one {# presentation} other {# presentations}}',
  webPages: '{count, plural, one {# web page} other {# web pages}}',
  mails: '{count, plural, one {# mail} other {# mails}}',
  images: '{count, plural, one {# image} other {# images}}',
  archives: '{count, plural, one {# archive} other {# archives}}',
  unreadableFiles: '{count, plural, one {# unreadable file} other {# unreadable files}}',
  textFiles: '{count, plural, one {# text} other {# texts}}',
  filesSummary: '{count, plural, one {# file} other {# files}}: {kinds} ({size})',
})

/** Why a build failed. */
export const buildMessages = defineMessages('builds', {
  deadline: 'Calculating the files took too long',
  memory: 'The files need more memory than is available',
  busy: 'The server is busy. Your files are stored; build again in a few minutes.',
  cancelled: 'The build was cancelled',
  crashed: 'The calculation stopped unexpectedly. Your files are stored; build again.',
  task: 'The files could not be calculated',
  fault: 'Something went wrong inside the service. Try again.',
  outage: '{cause}. Your files are stored; build again in a few minutes.',
  storeUnreachable: 'The {store} is not reachable',
  serviceStopped: 'The service stopped {count, plural, one {# time} other {# times}} during this build',
})
