import type { Handlers } from '../../kernel/contract/operation.ts';
import { listOf } from '../../kernel/contract/paging.ts';
import type { Links } from '../../kernel/links.ts';
import type { translationsContract } from './translations.contract.ts';
import { type TranslationSubject, translationPolicy } from './translations.policy.ts';
import { type TranslationsService, untranslatedOf } from './translations.service.ts';

const untranslatedFields = (row: TranslationSubject) => {
  const { total, texts } = untranslatedOf(row);
  return total > 0 ? { untranslated: [...texts], untranslatedTotal: total } : {};
};

/** The API representation of a translation. */
const toTranslation = (links: Links, row: TranslationSubject, problem: string | null) => ({
  object: 'translation' as const,
  id: row.id,
  status: row.status,
  source: { space: row.source_id, language: row.source_language, title: row.source_title },
  language: row.language,
  instructions: row.instructions,
  ...(!row.isTrashed && { result: { space: row.space_id, revision: row.revision_id } }),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  stats: {
    runs: row.runs,
    totalWords: row.total_words,
    totalPages: row.total_pages,
    totalDuration: row.total_seconds,
    latestRunDuration: row.latest_seconds,
    latestPages: row.latest_pages,
    latestWords: row.latest_words,
  },
  ...(problem !== null && { problem }),
  ...(row.resumes_at !== null && { waitsUntil: row.resumes_at.toISOString() }),
  ...untranslatedFields(row),
  permissions: { view: translationPolicy.can.view(row), edit: translationPolicy.can.edit(row) },
  urls: { location: links.apiUrl(`/orgs/${row.organization_id}/translations/${row.id}`) },
});

/** Handlers of the operations on translations. */
export const translationsHandlers = (
  translations: TranslationsService,
  links: Links,
): Handlers<typeof translationsContract> => {
  const toItem = (row: TranslationSubject) => toTranslation(links, row, translations.problemOf(row));
  return {
    listTranslations: async ({ caller, subject, query, page }) =>
      listOf(page, await translations.list(caller, subject, query, page), (row) => [row.id], toItem),
    createTranslation: async ({ caller, subject, body }) =>
      toItem(await translations.create(caller, subject, body)),
    getTranslation: async ({ subject }) => ({
      ...toItem(subject),
      ...(!subject.isTrashed && { editedPages: await translations.editedPages(subject) }),
    }),
    updateTranslation: async ({ caller, subject, body }) =>
      toItem(await translations.updateInstructions(caller, subject, body.instructions)),
    deleteTranslation: async ({ caller, subject }) => {
      await translations.remove(caller, subject);
      return undefined;
    },
    runTranslation: async ({ caller, subject }) => {
      await translations.run(caller, subject);
      return undefined;
    },
  };
};
