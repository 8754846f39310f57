import { type DealRole, dealRoles } from '@deal-canvas/contract'

/** The mightiest first, with what each may do. */
export const roleWords: readonly (readonly [role: DealRole, name: string, may: string])[] = [
  ['owner', 'Owner', 'decides, shares and archives the deal'],
  ['editor', 'Editor', 'writes the memo, applies what-ifs, adds documents'],
  ['commenter', 'Commenter', 'comments, replies and suggests'],
  ['viewer', 'Viewer', 'reads and runs what-ifs'],
]

export const roleNames: Record<DealRole, string> = {
  owner: 'Owner',
  editor: 'Editor',
  commenter: 'Commenter',
  viewer: 'Viewer',
}

export const readRole = (text: string): DealRole | undefined => dealRoles.find((role) => role === text)
