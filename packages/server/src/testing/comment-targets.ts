import { createLiveSpace } from './content-factory.ts';
import type { TestOrganization } from './server.ts';

/** A space or change request with comments, and its path. */
export interface CommentTarget {
  readonly space: string;
  readonly at: string;
}

/** The two targets of comments, each with editable content. */
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
