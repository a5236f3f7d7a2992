import type { Term } from '@lectern/document';
import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import type { PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { invalid, notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import type { OrganizationSubject } from '../../organizations/index.ts';
import type { TranslationsService } from '../translations.service.ts';
import type { glossaryContract } from './glossary.contract.ts';
import {
  deleteEntry,
  findEntry,
  insertEntries,
  listEntries,
  listTerms,
  updateEntry,
} from './glossary.store.ts';

type Dependencies = Pick<Kernel, 'db' | 'transaction' | 'clock' | 'newId' | 'events'> & {
  readonly translations: Pick<TranslationsService, 'followGlossary'>;
};

type Operations = Static<(typeof glossaryContract)['updateGlossaryEntries']['body']>['operations'];

/** The glossary of an organization: terms with fixed translations. */
export const createGlossaryService = ({
  db,
  transaction,
  clock,
  newId,
  events,
  translations,
}: Dependencies) => ({
  list: (organization: OrganizationSubject, search: string | undefined, page: PageRequest) =>
    listEntries(db, organization.id, search, page),

  get: async (organization: OrganizationSubject, id: string) => {
    const entry = await findEntry(db, organization.id, id);
    if (!entry) throw notFound('glossary entry');
    return entry;
  },

  /** The terms of one language with their translations into another; the oldest entry of a term wins. */
  terms: async (
    organizationId: string,
    from: string,
    to: string,
    executor: Database = db,
  ): Promise<Term[]> => {
    const found = new Map<string, Term>();
    for (const row of await listTerms(executor, organizationId, from, to))
      if (!found.has(row.term)) found.set(row.term, row);
    return [...found.values()];
  },

  /** Applies operations in order, all or none. */
  change: (caller: Caller, organization: OrganizationSubject, operations: Operations): Promise<void> =>
    transaction(async (tx) => {
      if (operations.length === 0) return;
      const at = clock.now();
      const inserts = operations.filter((operation) => operation.type === 'insert');
      const entries = inserts.map((operation) => ({ id: newId(), translations: operation.translations }));
      await insertEntries(tx, organization.id, entries, at);
      for (const [index, operation] of operations.entries()) {
        if (operation.type === 'insert') continue;
        const exists =
          operation.type === 'delete'
            ? await deleteEntry(tx, organization.id, operation.id)
            : await updateEntry(tx, organization.id, operation.id, operation.translations, at);
        if (!exists)
          throw invalid({ path: `body.operations.${index}.id`, message: 'is not an entry of the glossary' });
      }
      await events.record(tx, caller, {
        organizationId: organization.id,
        action: 'glossary.updated',
        target: { type: 'organization', id: organization.id, label: organization.title },
        payload: { operations: operations.length },
      });
      await translations.followGlossary(tx, organization.id);
    }),
});

/** The glossary of an organization. */
export type GlossaryService = ReturnType<typeof createGlossaryService>;
