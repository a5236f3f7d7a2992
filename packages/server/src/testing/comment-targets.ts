import { createLiveSpace } from './content-factory.ts';
import type { TestOrganization } from './server.ts';

/** Something that is commented on, and the path of it: content and comments are right below. */
export interface CommentTarget {
  readonly space: string;
  readonly at: string;
}

/** The two things that are commented on, by what they are called: each with a content of its own that can be edited. */
export const COMMENT_TARGETS: readonly (readonly [
  string,
  (org: TestOrganization) => Promise<CommentTarget>,
])[] = [
  [
    'a space',
    async (org) => {
      const space = await createLiveSpace(org);
      return { space, at: `/spaces/${space}` };
    },
  ],
  [
    'a change request',
    async (org) => {
      const space = await createLiveSpace(org);
      const { body } = await org.admin.call('POST', `/spaces/${space}/change-requests`, {
        subject: 'Change',
      });
      return { space, at: `/spaces/${space}/change-requests/${body.id}` };
    },
  ],
];
