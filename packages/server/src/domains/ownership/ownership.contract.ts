import Type from 'typebox';
import { Id } from '../../kernel/contract/common-schemas.ts';
import { operation } from '../../kernel/contract/operation.ts';
import { inOrganization } from '../organizations/index.ts';

const Owned = (description: string) =>
  Type.Object(
    { count: Type.Integer(), titles: Type.Array(Type.String(), { description: 'The first 10 by title' }) },
    { description },
  );

const Count = Type.Integer();

/** The counts of a transfer, by kind. */
const Counts = Type.Object({
  contents: Count,
  teams: Count,
  changeRequests: Count,
  reviews: Count,
  gitConnections: Count,
});

/** What belongs to a member, and its transfer to another one. */
export const ownershipContract = {
  getMemberOwnership: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/members/{userId}/ownership',
    summary: 'Get what belongs to a member',
    permission: inOrganization('admin'),
    responses: {
      200: Type.Object({
        object: Type.Literal('member-ownership'),
        contents: Owned('Spaces and collections that the member created, or administers by a grant'),
        teams: Owned('Teams that the member owns'),
        changeRequests: Owned('Drafts and open change requests of the member'),
        reviews: Owned('Change requests that wait for a review of the member'),
        gitConnections: Owned('Spaces whose git synchronization runs with the permissions of the member'),
        created: Type.Object(
          {
            inviteLinks: Owned('Invite links, with which nobody can join once the member has left'),
            shareLinks: Owned('Active share links of sites'),
            webhooks: Owned('Webhooks that send events'),
            scimTokens: Owned('Identity providers whose SCIM token the member created'),
          },
          {
            description:
              'Links and secrets that the member created and may know. They are not transferred; all but invite links remain valid when the member leaves',
          },
        ),
      }),
    },
  }),
  transferMemberOwnership: operation({
    method: 'POST',
    path: '/orgs/{organizationId}/members/{userId}/ownership/transfer',
    summary: 'Transfer what belongs to a member to another one, as far as that one has the permissions',
    permission: inOrganization('admin'),
    body: Type.Object({ to: Id }),
    responses: {
      200: Type.Object({
        transferred: Counts,
        remaining: Counts,
      }),
    },
  }),
};
