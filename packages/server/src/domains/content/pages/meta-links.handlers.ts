import { type PageRecord, stableRefs } from '@lectern/document';
import type { Static } from 'typebox';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { ContentService } from './content.service.ts';
import type { metaLinksContract, RevisionPageMetaLinks } from './meta-links.contract.ts';

type MetaLinks = Static<typeof RevisionPageMetaLinks>;

const targetOf = (value: unknown): MetaLinks['canonical'] => {
  if (typeof value !== 'string' || value === '') return undefined;
  const ref = stableRefs.parse(value, 'link');
  return ref.kind === 'url' || ref.kind === 'page' ? (ref as MetaLinks['canonical']) : undefined;
};

/** The meta links in the front matter of a page. */
export const toMetaLinks = ({ more = {} }: PageRecord): MetaLinks => {
  const canonical = targetOf(more.canonical);
  const alternates = [more.alternates ?? []].flat().flatMap((value) => targetOf(value) ?? []);
  return { ...(canonical && { canonical }), ...(alternates.length > 0 && { alternates }) };
};

/** Handlers of meta links. */
export const metaLinksHandlers = (content: ContentService): Handlers<typeof metaLinksContract> => ({
  listRevisionPageMetaLinks: async ({ subject, params }) => {
    const from = await content.at(subject, params.revisionId);
    return toMetaLinks((await content.page(from, params.pageId)).record);
  },
});
