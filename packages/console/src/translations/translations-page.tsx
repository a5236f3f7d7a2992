import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { BookA, Languages, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Response } from '../api/operations.ts';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { Select } from '../primitives/select.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { SearchField } from '../settings/search-field.tsx';
import { Empty, Loading, SettingsPage } from '../settings/settings-page.tsx';
import { LANGUAGES, languageName } from '../sites/languages.ts';
import { pollOf, TRANSLATIONS } from './queries.ts';
import { type TranslationsSearch, translationsSearch } from './search.ts';
import { TranslationState } from './translation-state.tsx';
import styles from './translations.module.css';

const CreateDialog = lazy(async () => ({ default: (await import('./create-dialog.tsx')).CreateDialog }));

const ROUTE = '/o/$organizationId/~/settings/translations';
type List = Response<'GET', typeof TRANSLATIONS>;

const EVERY_LANGUAGE = [{ id: '', label: 'Every language' }, ...LANGUAGES] as const;

const Translations = ({
  organizationId,
  search: { text, language: code },
}: {
  readonly organizationId: string;
  readonly search: TranslationsSearch;
}) => {
  const params = { organizationId };
  // An address may name a language that does not exist.
  const language = LANGUAGES.find(({ id }) => id === code)?.id;
  const query = { limit: 50, ...(text && { search: text }), ...(language && { language }) };
  const { items, ...more } = usePages({
    ...readPages(TRANSLATIONS, { params, query }),
    refetchInterval: ({ state }) =>
      pollOf(((state.data?.pages ?? []) as List[]).flatMap(({ items }) => items)),
  });
  if (items.length === 0)
    return (
      <Empty>
        {text || language
          ? 'No translation matches this search.'
          : 'There are no translations yet. A translation is a copy of a space in another language that follows the changes of its source.'}
      </Empty>
    );
  return (
    <>
      <ul className={rows.rows} aria-label="Translations">
        {items.map((translation) => (
          <li key={translation.id} className={rows.row}>
            <Languages size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={rows.about}>
              <span className={rows.name}>
                <Link
                  to="/o/$organizationId/~/settings/translations/$translationId"
                  params={{ organizationId, translationId: translation.id }}
                >
                  {translation.source.title || 'Untitled'} in {languageName(translation.language)}
                </Link>
                <TranslationState translation={translation} />
              </span>
              <span className={rows.facts}>
                From {languageName(translation.source.language)} · {translation.stats.totalPages} pages,{' '}
                {translation.stats.totalWords} words
              </span>
            </span>
            <span className={rows.seen}>
              <RelativeTime time={translation.updatedAt} />
            </span>
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

/** `/o/$organizationId/~/settings/translations`: the translations of an organization. */
export const TranslationsRoute = () => {
  const params = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  const [isCreating, setCreating] = useState(false);
  const filter = (change: Record<string, string | undefined>) =>
    void navigate({ to: ROUTE, params, search: translationsSearch({ ...search, ...change }), replace: true });
  return (
    <SettingsPage
      key={organization.id}
      title="Translations"
      description="Spaces in other languages that follow their source. What people edit in them stays."
      isWide
      action={
        <span className={styles.tools}>
          <Link
            to="/o/$organizationId/~/settings/translations/glossary"
            params={params}
            className="button button-secondary"
          >
            <BookA size={16} strokeWidth={1.75} aria-hidden="true" /> Glossary
          </Link>
          {organization.permissions.admin && (
            <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
              New translation
            </Button>
          )}
        </span>
      }
    >
      <div className={rows.filters}>
        <SearchField
          label="Title of the source"
          text={search.text ?? ''}
          maxLength={64}
          onSearch={(text) => filter({ text })}
        />
        <Select
          aria-label="Language"
          options={EVERY_LANGUAGE}
          value={LANGUAGES.find(({ id }) => id === search.language)?.id ?? ''}
          onChoose={(language) => filter({ language })}
        />
      </div>
      <Loading id={JSON.stringify(search)}>
        <Translations organizationId={organization.id} search={search} />
      </Loading>
      <Suspense>
        {isCreating && <CreateDialog organizationId={organization.id} onClose={() => setCreating(false)} />}
      </Suspense>
    </SettingsPage>
  );
};
