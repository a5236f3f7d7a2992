import { policy } from '../../kernel/auth/policy.ts';
import { type ContentSubject, collectionActions } from '../access/index.ts';

/** A collection as the caller meets it. */
export interface CollectionSubject extends ContentSubject {
  readonly title: string;
  readonly description: string | null;
}

/** What may be done with a collection. */
export const collectionPolicy = policy<CollectionSubject>()('collection', collectionActions);
