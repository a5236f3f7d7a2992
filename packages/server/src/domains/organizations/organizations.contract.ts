import Type, { type Static } from 'typebox';
import {
  Empty,
  Id,
  List,
  MemberRoleOrGuest,
  OneOf,
  OptionalNullable,
  Permissions,
  pagedQuery,
  Timestamp,
  Url,
} from '../../kernel/contract/common-schemas.ts';
import { type RichText, RichTextDocument } from '../../kernel/contract/document-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { organizationPolicy } from './organizations.policy.ts';

declare module '../../kernel/database/column-types.ts' {
  interface ColumnTypes {
    'organizations.agent_instructions': RichText;
    'organizations.merge_rules': Static<typeof StandaloneMergeRules>;
  }
}

const Users = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1000 });

const MergeRule = Type.Union([
  Type.Object({
    rule: OneOf(['require_specific_reviewers', 'require_one_of_specific_reviewers', 'allow_bypass']),
    users: Users,
  }),
  Type.Object({
    rule: OneOf([
      'require_at_least_one_review',
      'require_all_reviews_approved',
      'require_agent_review',
      'require_up_to_date_change_request',
      'require_change_request_subject',
      'require_change_request_description',
    ]),
  }),
  Type.Object({ rule: Type.Literal('custom'), expression: Type.String({ maxLength: 1024 }) }),
]);

/** Merge rules that do not inherit: a list of rules, or none. */
export const StandaloneMergeRules = Type.Union([
  Type.Object({ type: Type.Literal('rules'), rules: Type.Array(MergeRule, { maxItems: 100 }) }),
  Type.Object({ type: Type.Literal('none') }),
]);

const DefaultContent = Type.Object({ type: Type.Literal('site'), site: Id });
const Title = Type.String({ minLength: 2, maxLength: 255, pattern: '\\S.*\\S' });
/** E-mail domains. */
export const EmailDomains = Type.Array(
  Type.String({
    maxLength: 253,
    pattern: '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z0-9-]{2,63}$',
  }),
  { maxItems: 100 },
);

const SignInSwitch = Type.Optional(Type.Boolean());

/** An organization. */
export const Organization = Type.Object({
  object: Type.Literal('organization'),
  id: Id,
  title: Type.String(),
  createdAt: Timestamp,
  emailDomains: Type.Array(Type.String()),
  hostname: Type.Optional(Type.String()),
  type: OneOf(['business', 'community']),
  useCase: Type.Optional(
    OneOf([
      'internalDocs',
      'docsSite',
      'audienceControlledSite',
      'productDocs',
      'teamKnowledgeBase',
      'designSystem',
      'openSourceDocs',
      'notes',
      'other',
    ]),
  ),
  communityType: Type.Optional(OneOf(['nonProfit', 'openSource', 'education'])),
  defaultRole: Type.Optional(MemberRoleOrGuest),
  defaultContent: Type.Optional(DefaultContent),
  sso: Type.Boolean(),
  ai: Type.Boolean(),
  inviteLinks: Type.Boolean(),
  signInMethods: Type.Object(
    { password: Type.Boolean(), passkey: Type.Boolean(), email: Type.Boolean() },
    { description: 'The sign-in methods that members may use; `email` is a link by e-mail' },
  ),
  plan: OneOf([
    'free_2024',
    'plus_2024',
    'pro_2024',
    'enterprise_2024',
    'community_2024',
    'free',
    'plus',
    'pro',
    'internal',
  ]),
  mergeRules: StandaloneMergeRules,
  urls: Type.Object({ location: Url, app: Url, logo: Type.Optional(Url) }),
  trial: Type.Object({
    status: OneOf(['notapplicable', 'none', 'active', 'ended', 'expired']),
    count: Type.Integer(),
  }),
  permissions: Permissions([
    'view',
    'admin',
    'ownTeam',
    'createContent',
    'createOpenAPISpec',
    'ingestConversations',
    'viewBilling',
    'listMembers',
    'listTeams',
    'listIntegrations',
    'listInstallations',
    'installIntegration',
  ]),
});

const AgentInstructions = Type.Object({
  object: Type.Literal('agent-instructions'),
  instructions: RichTextDocument,
  updatedAt: Timestamp,
  updatedBy: Type.String(),
  urls: Type.Object({ location: Url }),
});

/** The permission check of an operation on an organization. */
export const inOrganization = <const Can extends keyof typeof organizationPolicy.can>(can: Can) =>
  ({ policy: organizationPolicy, can, on: 'organizationId' }) as const;

/** Organizations and their settings. */
export const organizationsContract = {
  listOrganizationsForAuthenticatedUser: operation({
    method: 'GET',
    path: '/orgs',
    summary: 'List your organizations',
    permission: 'authenticated',
    scope: 'organization',
    query: pagedQuery(),
    responses: { 200: List(Organization) },
  }),
  createOrganization: operation({
    method: 'POST',
    path: '/orgs',
    summary: 'Create an organization and become its administrator',
    permission: 'authenticated',
    scope: 'organization',
    body: Type.Object({ title: Title, emailDomains: Type.Optional(EmailDomains) }),
    responses: { 201: Organization },
  }),
  getOrganizationById: operation({
    method: 'GET',
    path: '/orgs/{organizationId}',
    summary: 'Get an organization',
    permission: inOrganization('view'),
    responses: { 200: Organization },
  }),
  updateOrganizationById: operation({
    method: 'PATCH',
    path: '/orgs/{organizationId}',
    summary: 'Update the settings of an organization',
    permission: inOrganization('admin'),
    body: Type.Object({
      title: Type.Optional(Title),
      emailDomains: Type.Optional(EmailDomains),
      hostname: Type.Optional(
        Type.String({ minLength: 3, maxLength: 32, pattern: '^[a-z0-9][a-z0-9-]*[a-z0-9]$' }),
      ),
      defaultRole: Type.Optional(MemberRoleOrGuest),
      defaultContent: OptionalNullable(DefaultContent),
      logo: OptionalNullable(Url),
      sso: Type.Optional(Type.Boolean()),
      ai: Type.Optional(Type.Boolean()),
      inviteLinks: Type.Optional(Type.Boolean()),
      signInMethods: Type.Optional(
        Type.Object(
          { password: SignInSwitch, passkey: SignInSwitch, email: SignInSwitch },
          { description: 'Switches sign-in methods of members on or off; the others stay as they are' },
        ),
      ),
      mergeRules: Type.Optional(StandaloneMergeRules),
    }),
    responses: { 200: Organization },
  }),
  joinOrganization: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/join',
    summary: 'Join an organization that accepts your e-mail domain',
    permission: 'authenticated',
    scope: 'organization',
    responses: { 204: Empty },
  }),
  getOrganizationsForEmailDomain: operation({
    method: 'GET',
    path: '/email-domains/{emailDomain}/orgs',
    summary: 'List the organizations that accept an e-mail domain',
    permission: 'authenticated',
    scope: 'organization',
    responses: { 200: Type.Object({ organizations: Type.Array(Organization) }) },
  }),
  getOrganizationAgentInstructions: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/agent-instructions',
    summary: 'Get the agent instructions of an organization',
    permission: inOrganization('listMembers'),
    responses: { 200: AgentInstructions },
  }),
  updateOrganizationAgentInstructions: operation({
    method: 'PUT',
    path: '/orgs/{organizationId}/agent-instructions',
    summary: 'Replace the agent instructions of an organization',
    permission: inOrganization('admin'),
    body: Type.Object({ instructions: RichTextDocument }),
    responses: { 200: AgentInstructions },
  }),
};
