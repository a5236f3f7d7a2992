import { randomUUID } from 'node:crypto';
import { scimCaller } from '../testing/provisioning.ts';
import type { CreateFixture, FixtureDefinition } from './fixture-definition.ts';
import type { FixtureName } from './fixture-names.ts';

const provisioned =
  (path: string, wish: () => object): CreateFixture =>
  async (server, { organization: { admin, id } }, { samlProviderId }) => {
    const { body } = await admin.call('POST', `/orgs/${id}/saml/${samlProviderId}/scim/token`);
    return (await scimCaller(server, body.secret)('POST', path, wish())).body.id;
  };

/** Fixtures of SCIM. */
export const SCIM_FIXTURES = {
  scimUserId: {
    needs: ['samlProviderId'],
    make: provisioned('/Users', () => ({ userName: `${randomUUID()}@staff.test` })),
  },
  scimGroupId: {
    needs: ['samlProviderId'],
    make: provisioned('/Groups', () => ({ displayName: randomUUID() })),
  },
  scimName: { make: async () => 'urn:ietf:params:scim:schemas:core:2.0:User' },
  scimTypeName: { make: async () => 'User' },
} satisfies Partial<Record<FixtureName, FixtureDefinition>>;
