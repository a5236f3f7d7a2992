import { liveSpace } from './contents.ts';
import type { TestOrganization } from './server.ts';

/** Something that is commented on, and the path of it: content and comments are right below. */
export interface Commented {
  readonly space: string;
  readonly at: string;
}

/** The two things that are commented on, by what they are called: each with a content of its own that can be edited. */
export const MOUNTS: readonly (readonly [string, (org: TestOrganization) => Promise<Commented>])[] = [
  [
    'a space',
    async (org) => {
      const space = await liveSpace(org);
      return { space, at: `/spaces/${space}` };
    },
  ],
  [
    'a change request',
    async (org) => {
      const space = await liveSpace(org);
      const { body } = await org.admin.call('POST', `/spaces/${space}/change-requests`, {
        subject: 'Change',
      });
      return { space, at: `/spaces/${space}/change-requests/${body.id}` };
    },
  ],
];
