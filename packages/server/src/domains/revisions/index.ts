export {
  createRevisionsService,
  type DocumentMaker,
  type Draft,
  type RevisionsService,
} from './revisions.service.ts';
export type { RevisionRow, RevisionType } from './revisions.store.ts';
