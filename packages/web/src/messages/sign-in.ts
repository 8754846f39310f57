import { defineMessages } from './define-messages.ts'

export const signInMessages = defineMessages('sign-in', {
  // Shared by the pages outside the layout
  createAccount: 'Create an account',
  email: 'Email',
  emailMissing: 'Enter your email',
  goToAccount: 'Go to your account',
  password: 'Password',
  signIn: 'Sign in',
  signOut: 'Sign out',

  // Sign in with a password
  pageTitle: 'Sign in · Deal Canvas',
  sessionEnded: 'Your session has ended. Sign in to continue where you left off.',
  mismatch: 'That email and password do not match. Check both, or request a sign-in link.',
  passwordMissing: 'Enter your password',
  forgotPassword: 'Forgot your password?',
  or: 'or',
  sendLink: 'Send me a link',
  haveInviteCode: 'Have an invite code? <link>Create an account</link>',

  // Request a link
  linkPageTitle: '{title} · Deal Canvas',
  linkTitle: 'Sign in with a link',
  linkIntro: 'You get an email with a link that signs you in once, without a password.',
  forgotIntro:
    'Request a link and sign in with it. For {minutes, number} minutes after that, you can set a new password on your account page without the old one.',
  linkSent: 'If the address belongs to an account, a link is on its way. It expires in {minutes, number} minutes.',
  knowPassword: 'Know your password? <link>Use it to sign in</link>',

  // Opened sign-in link
  openedLinkTitle: 'Sign in with your link',
  openedLinkIntro: 'Press the button to continue. The link works once and expires after {minutes, number} minutes.',
  openedLinkReplaces:
    'Someone is already signed in here. If you continue, the person this link was sent to is signed in instead.',
  deadLinkTitle: 'This link no longer works',
  deadLinkHint: 'A sign-in link works once and expires after {minutes, number} minutes.',
  incompleteLinkTitle: 'This link is incomplete',
  incompleteLinkHint: 'Part of its address is missing. Open the link from the email again, or request a new one.',
  sendNewLink: 'Send me a new link',

  // Illustration next to the sign-in form
  illustration: 'What Deal Canvas does',
  illustrationSentence:
    'The base case returns a levered IRR of {irr} and an equity multiple of {multiple} over a five-year hold, on {equity} of equity.',
  illustrationCell: 'Returns!B18',
  illustrationAgrees: 'Agrees with workbook',
  illustrationMetric: 'Levered IRR',

  // Register
  inviteCode: 'Invite code',
  inviteCodeHint: 'From the person who invited you to Deal Canvas',
  inviteCodeMissing: 'Enter your invite code',
  inviteCodeInvalid: 'This code is not valid or no longer works. Check it, or ask for another one',
  registerInvited:
    'You were invited to an organization and will join it with this account. Use the address the invitation was sent to.',
  registerInvitationInvalid:
    'This invitation is for another address or no longer works. Use the address it was sent to, or ask for a new invitation.',
  name: 'Name',
  nameMissing: 'Enter your name',
  emailTaken: 'This address already has an account. Sign in with it instead',
  register: 'Create account',
  switchToInviteCode: 'Use an invite code instead',
  haveAccount: 'Have an account? <link>Sign in</link>',

  // Set a password
  setPasswordTitle: 'Set your password',
  setPasswordIntro: 'Your password was created for you, {name}. To continue, choose one that only you know.',
  setPassword: 'Set password',

  // Join an organization
  joinTitle: 'Join an organization',
  joinIntro:
    'You were invited to an organization on Deal Canvas. You will join as {person}. Its members will see your name and email address.',
  joinPerson: '{name} ({email})',
  joinSignedOut:
    'You were invited to an organization on Deal Canvas. Sign in with the address the invitation was sent to, or create an account with it.',
  join: 'Join',
  joinLater: 'Not now',
  joinSignOut: 'Sign out and use another account',
  joinIncompleteTitle: 'This invitation link is incomplete',
  joinIncompleteHint: 'Part of its address is missing. Open the link from the email again.',
  joinDeadTitle: 'This invitation no longer works',
  joinDeadHint:
    'An invitation works once and expires after {days, number} days, or earlier if it is withdrawn or replaced. Ask for a new one.',
  joinMemberTitle: 'You are already a member',
  joinMemberHint: 'You belong to this organization. There is nothing left to do.',
  joinOtherTitle: 'This invitation is for another address',
  joinOtherHint:
    'It was sent to an address that is not on your account. Add that address to your account and open the invitation again, or use the account that has it.',
})
