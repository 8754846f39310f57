import { defineMessages } from './define-messages.ts'

export const signOffMessages = defineMessages('sign-offs', {
  title: 'Sign-offs',
  signedOf: '{signed, number} of {count, number}',
  missing: '{share}. Missing: {names}',
  named: '{what} ({name})',
  none: 'No sign-offs.',
  loading: 'Loading the sign-offs',
  subject: 'Subject',
  subjectName:
    '{subject, select, model_review {Model review} legal {Legal} tax {Tax} insurance {Insurance} compliance {Compliance} lender {Lender} other {Other}}',
  label: 'What is signed off',
  labelHint: 'Empty: the subject says it.',
  labelMissing: 'State what is signed off.',
  subjectMissing: 'Choose a subject.',
  person: 'Who signs',
  personMissing: 'Choose who signs.',
  due: 'Due',
  ask: 'Ask for a sign-off',
  askAct: 'Ask',
  edit: 'Edit sign-off',
  editNamed: 'Edit sign-off: {what}',
  editHint: 'Another person or another text removes the signature.',
  save: 'Save',
  remove: 'Remove sign-off',

  // A line of the list
  asked: 'Asked {name}',
  askedYou: 'Asked you',
  askedDue: '{asked}, due {date}',
  signed: '{name}, version {version}',
  signedModel: '{name}, version {version}, model {model}',
  outdated: '{name} signed version {version}. The memo or its numbers have changed since.',
  left: '{name} signed and has left the deal: does not count.',
  stateOpen: 'Not signed',
  stateSigned: 'Signed',
  stateOutdated: 'Outdated',
  sign: 'Sign',
  signAgain: 'Sign again',
  signNamed: 'Sign {what}',
  withdraw: 'Withdraw',
  withdrawNamed: 'Withdraw your signature: {what}',

  // Signing
  signTitle: 'Sign off {what}?',
  note: 'Remark',
  signHint: 'Your signature is about this version. If the memo or its numbers change, you are asked again.',
})
