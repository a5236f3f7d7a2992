import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { createGarbageCollectionService } from './garbage-collection/garbage-collection.service.ts';
import { revisionsJobs } from './revisions.jobs.ts';
import { createRevisionsService, type HeadListener } from './revisions.service.ts';
import type { DocumentParser } from './stored-documents.service.ts';

export type { Draft, HeadMove, RevisionsService } from './revisions.service.ts';
export type { RevisionCommit, RevisionRow, RevisionType, SpaceKey } from './revisions.store.ts';
export { isAuthor } from './revisions.store.ts';
export type { NewObjects } from './snapshot-objects.service.ts';
export type { DocumentParser } from './stored-documents.service.ts';

/** Snapshots and revisions, which content is stored in, and their garbage collection. */
export const createRevisions = (
  kernel: Kernel,
  more: {
    documents: DocumentParser;
    onHeadsMoved: HeadListener;
    /** Roots of snapshots that are used without a revision. */
    extraSnapshots: (organizationId: string) => Promise<readonly string[]>;
    /** Blobs that are used without a snapshot. */
    extraBlobs: (organizationId: string) => Promise<readonly string[]>;
  },
) => {
  const garbageCollection = createGarbageCollectionService({
    ...kernel,
    documentVersion: more.documents.version,
    extraSnapshots: more.extraSnapshots,
    extraBlobs: more.extraBlobs,
  });
  return {
    service: createRevisionsService({ ...kernel, ...more }),
    garbageCollection,
    domain: domain({
      name: 'revisions',
      contract: {},
      handlers: {},
      jobs: revisionsJobs(garbageCollection, kernel),
    }),
  };
};
