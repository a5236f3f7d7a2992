import type { SpecRow } from './openapi.store.ts';

/** The path at which everyone can read a public specification. */
export const publishedPath = ({ organization_id, slug }: Pick<SpecRow, 'organization_id' | 'slug'>) =>
  `/openapi/${organization_id}/${slug}`;
