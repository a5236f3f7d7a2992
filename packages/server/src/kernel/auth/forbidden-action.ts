import { type ApiError, forbidden } from '../errors/errors.ts';

// Actions whose name does not make a sentence by itself; `edit`, `rename` and the like do.
const PHRASES: Readonly<Record<string, string>> = {
  access: 'open',
  admin: 'manage',
  comment: 'comment on',
  create: 'create content in',
  createContent: 'create content in',
  createOpenAPISpec: 'create OpenAPI specifications in',
  editGlossary: 'edit the glossary of',
  ingestConversations: 'add conversations to',
  installIntegration: 'install integrations in',
  issueToken: 'issue tokens of',
  listAccess: 'see who has access to',
  listCommenters: 'see who commented in',
  listInstallations: 'list the installed integrations of',
  listIntegrations: 'list the integrations of',
  listMembers: 'list the members of',
  listTeams: 'list the teams of',
  merge: 'merge change requests in',
  'merge change request': 'merge',
  ownTeam: 'look after teams in',
  queueTask: 'put tasks off for',
  reply: 'reply to',
  review: 'review change requests in',
  'review change request': 'review',
  triggerGitSync: 'start a Git synchronization of',
  view: 'see',
  viewBilling: 'see the billing of',
  viewGlossary: 'see the glossary of',
  viewInviteLinks: 'see the invite links of',
};

/** 403 for an action on a kind of thing: "You may not manage this space". */
export const forbiddenAction = (can: string, thing: string): ApiError =>
  forbidden(`You may not ${PHRASES[`${can} ${thing}`] ?? PHRASES[can] ?? can} this ${thing}`);
