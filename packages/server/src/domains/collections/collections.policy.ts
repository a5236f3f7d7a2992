import { policy } from '../../kernel/auth/policy.ts';
import { type ContentSubject, collectionActions } from '../access/index.ts';

/** A collection with the caller's role. */
export interface CollectionSubject extends ContentSubject {
  readonly title: string;
  readonly description: string | null;
}

/** Who may do what with a collection. */
export const collectionPolicy = policy<CollectionSubject>()('collection', collectionActions);
