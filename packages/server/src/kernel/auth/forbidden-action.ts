import { type ApiError, forbidden } from '../errors/errors.ts';

// Actions whose name does not read as a verb phrase; `edit`, `rename` and others do.
const PHRASES: Readonly<Record<string, string>> = {
  access: 'open',
  admin: 'manage',
  comment: 'comment on',
  create: 'create content in',
  createContent: 'create content in',
  createOpenAPISpec: 'create OpenAPI specifications in',
  editAdaptiveSchema: 'edit the visitor schema of',
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
  ownTeam: 'manage teams in',
  queueTask: 'queue tasks for',
  reply: 'reply to',
  review: 'review change requests in',
  'review change request': 'review',
  triggerGitSync: 'start a Git synchronization of',
  view: 'see',
  viewAdaptiveSchema: 'see the visitor schema of',
  viewBilling: 'see the billing of',
  viewGlossary: 'see the glossary of',
  viewInviteLinks: 'see the invite links of',
};

/** 403 for an action on a type of object: "You do not have permission to manage this space". */
export const forbiddenAction = (can: string, type: string): ApiError =>
  forbidden(`You do not have permission to ${PHRASES[`${can} ${type}`] ?? PHRASES[can] ?? can} this ${type}`);
