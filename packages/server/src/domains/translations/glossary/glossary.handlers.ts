import type { Handlers } from '../../../kernel/contract/operation.ts';
import { listOf } from '../../../kernel/contract/paging.ts';
import type { Links } from '../../../kernel/links.ts';
import type { glossaryContract } from './glossary.contract.ts';
import type { GlossaryService } from './glossary.service.ts';
import type { GlossaryEntryRow } from './glossary.store.ts';

/** The API representation of an entry. */
const toEntry = (links: Links, row: GlossaryEntryRow) => ({
  object: 'glossary-entry' as const,
  id: row.id,
  translations: row.translations,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  urls: { location: links.apiUrl(`/orgs/${row.organization_id}/translations-glossary/${row.id}`) },
});

/** Handlers of the operations on glossaries. */
export const glossaryHandlers = (
  glossary: GlossaryService,
  links: Links,
): Handlers<typeof glossaryContract> => ({
  listGlossaryEntries: async ({ subject, query, page }) =>
    listOf(
      page,
      await glossary.list(subject, query.search, page),
      (row) => [row.id],
      (row) => toEntry(links, row),
    ),
  updateGlossaryEntries: async ({ caller, subject, body }) => {
    await glossary.change(caller, subject, body.operations);
    return undefined;
  },
  getGlossaryEntry: async ({ subject, params }) =>
    toEntry(links, await glossary.get(subject, params.glossaryEntryId)),
});
