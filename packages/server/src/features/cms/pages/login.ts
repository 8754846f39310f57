import { line, type PageCopy, text } from '../site-page.ts'

export const login: PageCopy = {
  id: 'login',
  title: 'Sign-in page',
  path: '/login',
  metaTitle: 'Sign in · Deal Canvas',
  metaDescription: 'Sign in to Deal Canvas with your password, or have a link sent to your address.',
  // A sign-in page has nothing that search engines could show.
  schemaMarkup: () => undefined,
  texts: {
    title: line('Sign in'),
    intro: text(''),
    side_title: line('Every number in the memo is a cell in the model'),
    side_text: text('Change one and see what moves.'),
    help_text: text('Trouble signing in? Ask an admin of your organization, or contact us.'),
    notice: text(''),
  },
}
