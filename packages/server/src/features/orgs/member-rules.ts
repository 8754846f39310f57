import type { OrgRole } from '@deal-canvas/contract'

/** Admins give and take the roles below owner; only owners make and unmake owners. */
export const mayAssign = (acting: OrgRole, from: OrgRole, to: OrgRole): boolean =>
  acting === 'owner' || (acting === 'admin' && from !== 'owner' && to !== 'owner')

/** Everyone may leave; admins remove all but owners, owners anyone. */
export const mayRemove = (acting: OrgRole, removed: OrgRole, isSelf: boolean): boolean =>
  isSelf || acting === 'owner' || (acting === 'admin' && removed !== 'owner')
