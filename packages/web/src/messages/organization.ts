import { defineMessages } from './define-messages.ts'

export const organizationMessages = defineMessages('organization', {
  // Page
  title: 'Organization',
  noOrganization:
    'You are not in an organization. An admin can invite you by email. You don’t need an organization for your own deals. Your email addresses are on your <link>account page</link>.',
  opening: 'Opening',
  createdIn: 'Created in {month}',
  membersAndCreatedIn: '{count, plural, one {# member} other {# members}}, created in {month}',
  adminLimits: 'As an admin, you manage members, teams and invitations. Only an owner can add or remove owners.',
  memberLimits:
    'As a member, you can see who is in the organization. Only admins and owners can change roles, create teams, invite people or rename the organization.',
  nameLabel: 'Name',

  // Create or rename the organization
  createTitle: 'Create organization',
  createHint: 'You become its owner',
  create: 'Create organization',
  rename: 'Rename organization',
  renameHint: 'Existing links keep working',

  // Members
  members: 'Members',
  noMembers: 'No members yet. Invite the first one.',
  showMoreMembers: 'Show more members',
  you: 'You',
  noEmail: 'No email',
  memberSince: '{email}, since {month}',
  roleOf: 'Role of {name}',
  roleUnchanged: 'The role was not changed. {reason}',
  leave: 'Leave',
  leaveOrganization: 'Leave organization',
  removeNamed: 'Remove {name}',
  leaveTitle: 'Leave this organization?',
  leaveHint:
    'You are removed from its teams and deals immediately, and invitations you sent stop working. Comments and the audit trail are kept.',
  removeMemberTitle: 'Remove {name}?',
  removeMember: 'Remove member',
  removeMemberHint:
    'They are removed from its teams and deals immediately, and invitations they sent stop working. Comments and the audit trail are kept.',

  // Teams
  teams: 'Teams',
  newTeam: 'New team',
  noTeams: 'No teams yet.',
  createFirstTeam: 'No teams yet. Create a team to share a deal with all its members at once.',
  memberCount: '{count, plural, one {# member} other {# members}}',
  teamMembers: 'Members of {team}',
  moreFor: 'More for {name}',
  createTeam: 'Create team',
  renameTeam: 'Rename team',
  renameTeamTitle: 'Rename {team}',
  deleteTeam: 'Delete team',
  deleteTeamTitle: 'Delete the team {team}?',
  deleteTeamHint:
    '{count, plural, =0 {The team has no members.} one {Its member stays in the organization, but loses access to deals they see only through this team.} other {Its # members stay in the organization, but lose access to deals they see only through this team.}}',

  // Members of a team
  nobodyInTeam: 'Nobody is in this team yet.',
  addFirstTeamMember: 'Nobody is in this team yet. Choose the first member below.',
  addMember: 'Add a member',
  everybodyInTeam: 'Everybody is in this team',
  chooseMember: 'Choose a member',
  addToTeam: 'Add to team',
  teamMembersLimits: 'Only admins and owners can add or remove team members.',
  removeFromTeamNamed: 'Remove {name} from the team',
  removeFromTeamTitle: 'Remove {name} from {team}?',
  removeFromTeam: 'Remove from team',
  removeFromTeamHint: 'They stay in the organization, but lose access to deals they see only through this team.',

  // Invitations
  invitations: 'Invitations',
  invite: 'Invite somebody',
  noInvitations: 'No open invitations. Invite somebody by email.',
  showEarlierInvitations: 'Show earlier invitations',
  invitation: '{role}. Sent {time}. {state}',
  invitationToTeam: '{role}, {team}. Sent {time}. {state}',
  expired: 'Expired',
  openUntil: 'Open until {date}',
  sendAgain: 'Send again',
  invitationSent: 'Sent an invitation to {email}.',
  invitationSentAgain: 'Sent the invitation to {email} again. The earlier link no longer works.',
  email: 'Email',
  inviteHint: 'Anyone who can read this mailbox can join within {days, number} days',
  role: 'Role',
  inviteRoleHint: 'To add an owner, invite a member, then change their role',
  team: 'Team',
  noTeam: 'None',
  sendInvitation: 'Send invitation',
  withdraw: 'Withdraw invitation',
  withdrawTitle: 'Withdraw the invitation to {email}?',
  withdrawHint: 'The link in their email stops working. You can invite them again.',
  withdrawn: 'Withdrew the invitation to {email}.',

  // Approval
  approval: 'Approval',
  scenarioApproval: 'Changes to numbers need approval',
  scenarioApprovalHint: 'Editors propose a change to the numbers of a memo, and an owner of the deal adopts it.',

  // Exports
  houseStyle: 'House style',
  houseStyleHint: 'How memos of this organization are printed as PDF and Word.',
  accent: 'Color',
  paper: 'Paper',
  paperName: '{paper, select, a4 {A4} other {Letter}}',
  footer: 'Footer',
  footerHint: 'One line at the foot of each page.',
  footerDefault: '{name}, confidential',
  logo: 'Logo',
  logoHint: 'PNG or JPEG, at most {kib, number} KiB and {side, number} pixels wide and high.',
  logoTooLarge: 'The logo has more than {kib, number} KiB. Choose a smaller file.',
  chooseLogo: 'Choose a logo',
  removeLogo: 'Remove the logo',
  saveStyle: 'Save style',
  styleSaved: 'Saved. New exports use this style.',
  stylePreview: 'Preview of the cover',
  sampleDeal: 'Riverside Apartments',
  sampleMemo: 'Investment memo',
  sampleLink: 'Citations and links',
  exports: 'Exports',
  viewersExport: 'Viewers and commenters can export deals',
  viewersExportHint: 'Editors and owners can always export. Every export is in the audit trail of the deal.',

  // Model provider
  provider: 'Model provider',
  modelProvider: 'Questions about deals can be answered by {model}',
  modelProviderHint:
    'When a commenter asks, the question and the passages found are sent to {model}. Only sentences that the cited passages support are shown. Every call is in the audit trail of the deal.',

  providerRedaction: 'Hide names and addresses',
  providerRedactionHint:
    '{model} gets words without meaning in place of the names of the deal, of this organization and of the people in both, and of mail and web addresses, phone and account numbers. Other names in documents are sent.',

  // Section templates
  sectionTemplates: 'Section templates',
  noSectionTemplates: 'No templates yet. Editors can begin a section of a memo with a template.',
  newSectionTemplate: 'New section template',
  sectionTemplateChanged: '{author}, {time}',
  edit: 'Edit',
  editSectionTemplateOf: 'Edit the template {name}',
  editSectionTemplateTitle: 'Edit {name}',
  deleteSectionTemplateOf: 'Delete the template {name}',
  deleteSectionTemplateTitle: 'Delete {name}?',
  deleteSectionTemplateHint: 'Sections made from it stay as they are.',
  saveSectionTemplate: 'Save template',
  sectionTemplateTitle: 'Title of the section',
  sectionTemplateText: 'Text',
  sectionTemplateTextHint: 'Markdown. [[metric_key]] shows a number of the deal.',

  // Workbook templates
  templates: 'Workbook templates',
  noTemplates:
    'No templates yet. Cells that people choose or confirm are reused for the next workbook with the same layout.',
  deletedDeal: 'Deleted deal',
  template: '{count, plural, one {# cell} other {# cells}}, {author}, {time}',
  deleteTemplateOf: 'Delete the template of {deal}',
  deleteTemplateTitle: 'Delete the template of {deal}?',
  deleteTemplate: 'Delete template',
  deleteTemplateHint: 'The next workbook with this layout is read without it. Deals keep the cells they use.',
})
