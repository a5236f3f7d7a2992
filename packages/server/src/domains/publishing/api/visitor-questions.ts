import { maskPersonalData } from '@lectern/issues';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { MissesService } from '../../insights/index.ts';
import type { Visitor } from './visitor-content.service.ts';

// Renderers do not say which browser a visitor has.
const RENDERER = { 'user-agent': 'renderer' };

/** Throws 404 unless the path names the site of the visitor's token. */
export const assertOwnSite = (
  { visit: { site } }: Visitor,
  params: { readonly organizationId: string; readonly siteId: string },
): void => {
  if (params.organizationId !== site.organization || params.siteId !== site.id) throw notFound('site');
};

/** Makes the function that counts a question without an answer among what readers did not find. */
export const unansweredCounter =
  (misses: Pick<MissesService, 'record'>) =>
  ({ visit: { site } }: Visitor, address: string, question: string): Promise<unknown> =>
    misses.record(
      { organization_id: site.organization, id: site.id },
      { address, headers: RENDERER },
      { kind: 'search', text: maskPersonalData(question) },
    );
