import { defineMessages } from './define-messages.ts'

/** The members of a deal and their roles. */
export const memberMessages = defineMessages('members', {
  pageTitle: 'People · {name} · Deal Canvas',
  people: 'People',
  onlyOwners: 'Only owners of the deal can add members and change roles. Your role is {role}.',
  personalDeal: 'This is a personal deal. It cannot be shared with other people.',

  // Roles
  role: 'Role',
  owner: 'Owner',
  ownerPermissions: 'Finalizes, shares and archives the deal',
  editor: 'Editor',
  editorPermissions: 'Edits the memo, applies what-ifs and adds documents',
  commenter: 'Commenter',
  commenterPermissions: 'Comments, replies and suggests edits',
  viewer: 'Viewer',
  viewerPermissions: 'Reads the deal and runs what-ifs',

  // Everyone with access
  everybody: 'Who can see the deal',
  personCount: '{count, plural, one {# person} other {# people}}',

  // Members
  addPerson: 'Add a person',
  you: 'You',
  emailSince: '{email}, since {month}',
  noEmailSince: 'No email, since {month}',
  noMembers: 'No members have been added individually. Organization admins can see the deal.',
  showMore: 'Show more people',
  roleOf: 'Role of {name}',
  roleNotChanged: 'The role was not changed. {reason}',
  removeNamed: 'Remove {name}',
  removeTitle: 'Remove {name} from the deal?',
  removeMemberHint:
    '{name} loses access to the deal, unless a team or a role in the organization grants it. Their edits and comments stay.',

  // Adding a member
  addTitle: 'Add a person to the deal',
  addToDeal: 'Add to the deal',
  everybodyAdded:
    'Everyone in the organization is already a member of this deal. Invite others on the Organization page.',
  person: 'Person',
  choosePerson: 'Choose a person',
  personHint:
    'Members of the organization with a verified email address. They are notified that the deal was shared with them.',

  // Teams
  teams: 'Teams',
  shareWithTeam: 'Share with a team',
  since: 'since {month}',
  noTeams: 'The deal is not shared with any team.',
  noTeamsHint: 'People who join a team later also get access to the deals shared with it.',
  removeTeamHint: 'Everyone who sees the deal only through {name} loses access to it. Their edits and comments stay.',
  shareTitle: 'Share the deal with a team',
  share: 'Share with the team',
  noTeamInOrganization: 'The organization has no teams. Admins create teams on the Organization page.',
  noOtherTeam: 'The organization has no other teams. Admins create teams on the Organization page.',
  team: 'Team',
  chooseTeam: 'Choose a team',
})
