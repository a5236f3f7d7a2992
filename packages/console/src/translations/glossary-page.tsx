import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import type { Request } from '../api/operations.ts';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button, IconButton } from '../primitives/button.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { SearchField } from '../settings/search-field.tsx';
import { Empty, Loading, SettingsPage } from '../settings/settings-page.tsx';
import { textSearch } from '../settings/text-search.ts';
import { languageName } from '../sites/languages.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { GLOSSARY, type GlossaryEntry, useTranslationMutation } from './queries.ts';
import styles from './translations.module.css';

const ROUTE = '/o/$organizationId/~/settings/translations/glossary';
type Operation = Request<'PUT', typeof GLOSSARY>['body']['operations'][number];

const Glossary = ({
  organizationId,
  text,
  mayEdit,
}: {
  readonly organizationId: string;
  /** The searched text. */
  readonly text: string | undefined;
  readonly mayEdit: boolean;
}) => {
  const params = { organizationId };
  const { items, ...more } = usePages(
    readPages(GLOSSARY, { params, query: { limit: 100, ...(text !== undefined && { search: text }) } }),
  );
  const languages = [...new Set(items.flatMap(({ translations }) => Object.keys(translations)))].sort();
  const [edited, setEdited] = useState<GlossaryEntry | 'new'>();
  const change = useTranslationMutation(
    (operation: Operation) => call('PUT', GLOSSARY, { params, body: { operations: [operation] } }),
    { isForm: edited !== undefined, onSuccess: () => setEdited(undefined) },
  );
  return (
    <>
      {mayEdit && (
        <div className={rows.filters}>
          <Button variant="primary" icon={Plus} onClick={() => setEdited('new')}>
            New term
          </Button>
        </div>
      )}
      {items.length === 0 ? (
        <Empty>
          {text === undefined
            ? 'There are no terms yet. A term is always translated as you say here.'
            : 'No terms match this search.'}
        </Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll a wide table
        <section className={styles.scroll} tabIndex={0} aria-label="Glossary">
          <table className={styles.table}>
            <thead>
              <tr>
                {languages.map((language) => (
                  <th key={language} scope="col">
                    {languageName(language)}
                  </th>
                ))}
                {mayEdit && (
                  <th scope="col">
                    <span className="sr-only">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {items.map((entry) => {
                const terms = entry.translations as Readonly<Record<string, string>>;
                const name = Object.values(terms)[0] ?? '';
                return (
                  <tr key={entry.id}>
                    {languages.map((language) => (
                      <td key={language}>{terms[language] ?? ''}</td>
                    ))}
                    {mayEdit && (
                      <td className={styles.actions}>
                        <IconButton icon={Pencil} label={`Change ${name}`} onClick={() => setEdited(entry)} />
                        <IconButton
                          icon={Trash2}
                          label={`Delete ${name}`}
                          onClick={() => change.mutate({ type: 'delete', id: entry.id })}
                        />
                      </td>
                    )}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
      <ShowMore {...more} />
      {edited && (
        <EntryDialog
          entry={edited === 'new' ? undefined : edited}
          languages={languages}
          error={change.error}
          isPending={change.isPending}
          onClose={() => {
            change.reset();
            setEdited(undefined);
          }}
          onSave={(translations) =>
            change.mutate(
              edited === 'new'
                ? { type: 'insert', translations }
                : { type: 'update', id: edited.id, translations },
            )
          }
        />
      )}
    </>
  );
};

/** `/o/$organizationId/~/settings/translations/glossary`: terms with fixed translations. */
export const GlossaryRoute = () => {
  const params = useParams({ from: ROUTE });
  const { text } = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  return (
    <SettingsPage isWide>
      <Link to="/o/$organizationId/~/settings/translations" params={params} className={rows.back}>
        <ArrowLeft size={14} aria-hidden="true" /> Translations
      </Link>
      <div className={rows.heading}>
        <h1>Glossary</h1>
      </div>
      <p className={styles.facts}>
        Terms that have to be translated in one way. Translations are made again where a term changes.
      </p>
      <div className={rows.filters}>
        <SearchField
          label="Search terms"
          text={text ?? ''}
          maxLength={255}
          onSearch={(searched) =>
            void navigate({ to: ROUTE, params, search: textSearch({ text: searched }), replace: true })
          }
        />
      </div>
      <Loading id={text ?? ''}>
        <Glossary
          organizationId={params.organizationId}
          text={text}
          mayEdit={organization.permissions.admin}
        />
      </Loading>
    </SettingsPage>
  );
};
