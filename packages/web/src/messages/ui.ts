import { defineMessages } from './define-messages.ts'

export const uiMessages = defineMessages('ui', {
  // Times
  justNow: 'now',
  minutesAgo: '{count} min ago',
  hoursAgo: '{count} h ago',
  yesterday: 'yesterday',
  waitSeconds: '{count, plural, one {# second} other {# seconds}}',
  waitMinutes: '{count, plural, one {# minute} other {# minutes}}',
  waitHours: '{count, plural, one {# hour} other {# hours}}',

  // Numbers
  notAvailable: 'n/a',
  bytes: '{count, plural, one {# byte} other {# bytes}}',

  // People and devices
  unverified: 'Unverified',
  unverifiedHint: 'This person has not confirmed their email address.',
  unverifiedPerson: '{name} (unverified)',
  samsungInternet: 'Samsung Internet',
  headlessChrome: 'Headless Chrome',
  nodeProgram: 'A Node.js program',
  pythonProgram: 'A Python program',
  browserOnSystem: '{browser} on {system}',
  unknownBrowserOnSystem: 'Unknown browser on {system}',
  unknownDevice: 'Unknown device',

  // The integrity score
  noModel: 'No model',
  score: '<hidden>{band}, integrity </hidden><b>{score}</b><hidden> of 100</hidden>',
  bandPoor: 'Poor',
  bandWeak: 'Weak',
  bandFair: 'Fair',
  bandGood: 'Good',
  bandStrong: 'Strong',

  // Copying
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Select and copy',
  copyLabel: 'Copy {label}',
  copiedStatus: 'Copied: {label}',
  copyFailedStatus: 'Could not copy {label}. Select it and copy it.',

  // Files
  chooseFiles: 'Choose files',
  dropToAdd: 'Drop to add',

  // Passwords
  show: 'Show',
  hide: 'Hide',
  showLabel: 'Show {label}',
  hideLabel: 'Hide {label}',

  // Charts
  curveBefore: 'before',
  input: 'Input',
  lowAndHigh: 'When it is low and when it is high',
  lowToHigh: 'Low to high',
})
