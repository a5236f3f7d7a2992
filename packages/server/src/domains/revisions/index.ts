import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createLeftoversService } from './garbage-collection/garbage-collection.service.ts';
import { revisionsJobs } from './revisions.jobs.ts';
import { createRevisionsService, type DocumentMaker, type HeadFollower } from './revisions.service.ts';

export type { DocumentMaker, Draft, RevisionsService } from './revisions.service.ts';
export type { RevisionCommit, RevisionRow, RevisionType, SpaceKey } from './revisions.store.ts';

/** Snapshots and revisions: what content is made of. */
export const createRevisions = (
  kernel: Kernel,
  more: {
    documents: DocumentMaker;
    follow: HeadFollower;
    /** Snapshots that others need although no revision has them. */
    neededBesides: (organizationId: string) => Promise<readonly string[]>;
    /** Blobs that others need although no snapshot has them. */
    blobsBesides: (organizationId: string) => Promise<readonly string[]>;
  },
) => {
  const leftovers = createLeftoversService({
    ...kernel,
    documentVersion: more.documents.version,
    neededBesides: more.neededBesides,
    blobsBesides: more.blobsBesides,
  });
  return {
    service: createRevisionsService({ ...kernel, ...more }),
    leftovers,
    domain: domain({
      name: 'revisions',
      contract: {},
      handlers: {},
      jobs: revisionsJobs(leftovers, kernel),
    }),
  };
};
