import { defineMessages } from './define-messages.ts'

/** The versions of a memo and the differences between two of them. */
export const versionsMessages = defineMessages('versions', {
  title: 'Versions',
  pageTitle: 'Versions, {deal} · Deal Canvas',
  subtitle: 'Each change of the text or the numbers makes a version of the memo.',
  earlier: 'Earlier version',
  later: 'Later version',
  version: 'Version {version, number}',
  option: 'Version {version, number}, {time}, {person}: {changes}',
  service: 'Deal Canvas',
  changes:
    '{sections, plural, =0 {} one {1 section} other {# sections}}{both, select, yes {, } other {}}{numbers, plural, =0 {} one {1 number} other {# numbers}}',
  modelOnly: 'model changed, no number moved',
  olderVersions: 'Show older versions',
  noVersions: 'The memo has no sections yet. Its first version is made with the first section.',
  oneVersion: 'There is only one version so far. The next change of the text or the numbers makes another.',
  sameVersion: 'Choose two different versions.',
  comparing: 'Comparing the versions',
  tryAgain: 'Try again',
  legend: '<del>removed</del> <ins>added</ins> <number>number that moved</number>',
  asWritten:
    'Lists, tables and links are shown as they are written, in Markdown. Tables and charts are compared by what they show, not by their numbers.',
  removed: 'Removed: ',
  added: 'Added: ',
  endOfChange: ' (end of change)',
  moved: '<del>{before}</del> → <ins>{after}</ins>',
  noValue: 'no value',
  sectionChange:
    '{change, select, added {Section added} removed {Section removed} changed {Text changed} other {Numbers changed}}',
  sameSections: '{count, plural, one {1 other section is} other {# other sections are}} the same in both versions.',
  nothing: 'Texts and numbers are the same in both versions.',
  moreSections: 'Show more sections',
  numbers: 'Numbers that moved',
  numbersCount: '{count, plural, =0 {None} other {#}}',
  noNumbers: 'No number differs between these versions.',
  workbook: 'Model version {from, number} → {to, number}',
  block:
    '{kind, select, kpis {Key figures} model_table {Table of the model} sensitivity {Sensitivity table} scenarios {Scenarios} tornado {Tornado chart} histogram {Range of outcomes} chart {Chart} fact {Cited fact} risk {Risk} other {Block}}',
  blockTitled: '{block}: {title}',
})
