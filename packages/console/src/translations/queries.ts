import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ItemOf } from '../api/operations.ts';
import { keyOf } from '../api/queries.ts';
import { notify } from '../primitives/toasts.tsx';

/** The path of the translations of an organization. */
export const TRANSLATIONS = '/orgs/{organizationId}/translations';

/** The path of one translation. */
export const TRANSLATION = '/orgs/{organizationId}/translations/{translationId}';

/** The path of the glossary. */
export const GLOSSARY = '/orgs/{organizationId}/translations-glossary';

/** A space in another language that follows its source. */
export type Translation = ItemOf<typeof TRANSLATIONS>;

/** A term with fixed translations. */
export type GlossaryEntry = ItemOf<typeof GLOSSARY>;

const POLL_MS = 2000;
const POSTPONED_POLL_MS = 30_000;

/** How long to wait before a translation is read again. */
export const pollOf = (translations: readonly Translation[]): number | false => {
  const unfinished = translations.filter(({ status }) => status !== 'completed');
  if (unfinished.length === 0) return false;
  // One that waits with a problem does not start soon.
  return unfinished.every(({ status, problem }) => status === 'pending' && problem)
    ? POSTPONED_POLL_MS
    : POLL_MS;
};

/** Why a text is still in the source language. */
export const REASONS: Readonly<Record<NonNullable<Translation['untranslated']>[number]['reason'], string>> = {
  'no-usable-answer': 'the engine gave no usable translation',
  'would-change-page': 'the translation would have changed the structure of the page',
  'page-too-long': 'the page is too long',
};

/** Runs a change of translations, then reads them again; forms show errors by themselves. */
export const useTranslationMutation = <Input = void, Output = unknown>(
  mutationFn: (input: Input) => Promise<Output>,
  options: { readonly isForm?: boolean; readonly onSuccess?: (output: Output) => void } = {},
) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (output) => {
      await Promise.all(
        [TRANSLATIONS, TRANSLATION, GLOSSARY].map((path) =>
          queries.invalidateQueries({ queryKey: keyOf(path as typeof TRANSLATIONS) }),
        ),
      );
      options.onSuccess?.(output);
    },
    onError: (error: Error) => {
      if (!options.isForm) notify(error.message, { isError: true });
    },
  });
};
