import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog, DialogActions } from '../primitives/dialog.tsx';
import { ProgressBar } from '../primitives/progress-bar.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import { notify } from '../primitives/toasts.tsx';
import { useShown } from '../primitives/use-shown.ts';
import rows from '../settings/rows.module.css';
import { Empty, SettingsPage, SettingsSection } from '../settings/settings-page.tsx';
import { languageName } from '../sites/languages.ts';
import { flatten, tableOfContents } from '../spaces/tree/page-node.ts';
import { InstructionsForm } from './instructions-form.tsx';
import { pollOf, REASONS, TRANSLATION, type Translation, useTranslationMutation } from './queries.ts';
import { TranslationState } from './translation-state.tsx';
import styles from './translations.module.css';

const ROUTE = '/o/$organizationId/~/settings/translations/$translationId';

/** The pages of the copy, with the texts that are still in the source language. */
const Pages = ({
  spaceId,
  translation: { untranslated = [], editedPages = [], source, stats },
}: {
  readonly spaceId: string;
  readonly translation: Translation;
}) => {
  const params = { spaceId };
  const { data } = useSuspenseQuery(read('/spaces/{spaceId}/content/pages', { params }));
  const pages = flatten(tableOfContents(data));
  const { items: shown, ...more } = useShown(pages);
  if (pages.length === 0) return <Empty>The copy has no pages yet.</Empty>;
  return (
    <>
      <ul className={styles.list}>
        {shown.map(({ id, title, path }) => {
          const texts = untranslated.filter(({ page }) => page === id);
          return (
            <li key={id}>
              <Link to="/s/$spaceId/$" params={{ spaceId, _splat: path ?? '' }} className={styles.link}>
                {title}
              </Link>{' '}
              <span className={styles.facts}>
                {stats.runs === 0
                  ? 'not translated yet'
                  : texts.length === 0
                    ? 'translated'
                    : `${texts.length} ${texts.length === 1 ? 'text' : 'texts'} still in ${languageName(source.language)}`}
              </span>
              {stats.runs > 0 && editedPages.includes(id) && (
                <span className={rows.badge} title="New translations do not replace what people wrote here.">
                  Edited by hand
                </span>
              )}
              {texts.length > 0 && (
                <ul className={styles.texts}>
                  {texts.map(({ text, reason }) => (
                    <li key={text}>
                      “{text}” <span className={styles.facts}>({REASONS[reason]})</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

/** The change requests in which new translations wait, because people edited the same text. */
const Differences = ({ spaceId }: { readonly spaceId: string }) => {
  const { items, ...more } = usePages(
    readPages('/spaces/{spaceId}/change-requests', {
      params: { spaceId },
      query: { limit: 50, status: 'open' },
    }),
  );
  if (items.length === 0) return <Empty>No new translation waits for a decision.</Empty>;
  return (
    <>
      <ul className={styles.list}>
        {items.map(({ id, number, subject, updatedAt }) => (
          <li key={id}>
            <Link
              to="/s/$spaceId/~/changes/$changeRequestId"
              params={{ spaceId, changeRequestId: String(number) }}
              className={styles.link}
            >
              #{number} {subject || 'No subject'}
            </Link>{' '}
            <span className={styles.facts}>
              <RelativeTime time={updatedAt} />
            </span>
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

const Page = ({
  params,
}: {
  readonly params: { readonly organizationId: string; readonly translationId: string };
}) => {
  const { organizationId } = params;
  const navigate = useNavigate();
  const { data: translation } = useSuspenseQuery({
    ...read(TRANSLATION, { params }),
    refetchInterval: ({ state }) => (state.data ? pollOf([state.data]) : false),
  });
  const { source, language, result, stats, problem, waitsUntil, permissions, status } = translation;
  const [isDeleting, setDeleting] = useState(false);
  const run = useTranslationMutation(() => call('POST', `${TRANSLATION}/run`, { params }));
  const remove = useTranslationMutation(() => call('DELETE', TRANSLATION, { params }), {
    onSuccess: () => {
      notify('The translation was deleted; its space stays');
      void navigate({ to: '/o/$organizationId/~/settings/translations', params: { organizationId } });
    },
  });
  // One that is postponed can be started at once.
  const isBusy = status === 'running' || (status === 'pending' && !problem);
  return (
    <>
      <Link to="/o/$organizationId/~/settings/translations" params={{ organizationId }} className={rows.back}>
        <ArrowLeft size={14} aria-hidden="true" /> Translations
      </Link>
      <div className={rows.heading}>
        <h1>
          {source.title || 'Untitled'} in {languageName(language)}
        </h1>
        <TranslationState translation={translation} />
        {permissions.edit && (
          <Button icon={Play} isBusy={run.isPending || isBusy} onClick={() => run.mutate()}>
            Translate now
          </Button>
        )}
      </div>
      <p className={styles.facts}>
        <Link to="/s/$spaceId/$" params={{ spaceId: source.space, _splat: '' }} className={styles.link}>
          Source in {languageName(source.language)}
        </Link>
        {result && (
          <>
            {' · '}
            <Link to="/s/$spaceId/$" params={{ spaceId: result.space, _splat: '' }} className={styles.link}>
              Copy in {languageName(language)}
            </Link>
          </>
        )}
        {` · ${stats.runs} ${stats.runs === 1 ? 'run' : 'runs'}, ${stats.totalPages} pages, ${stats.totalWords} words`}
      </p>
      {status === 'running' && <ProgressBar label="Translating" />}
      {problem && (
        <p className={styles.problem}>
          {problem}
          {waitsUntil && (
            <>
              {' '}
              The next attempt is <RelativeTime time={waitsUntil} />.
            </>
          )}
        </p>
      )}
      {result && (
        <>
          <SettingsSection
            title="Differences to the source"
            description="Where people edited a text whose source changed, the new translation waits in a change request."
          >
            <Differences spaceId={result.space} />
          </SettingsSection>
          <SettingsSection title="Pages">
            <Pages spaceId={result.space} translation={translation} />
          </SettingsSection>
        </>
      )}
      {permissions.edit && (
        <SettingsSection title="Instructions">
          <InstructionsForm params={params} instructions={translation.instructions} />
        </SettingsSection>
      )}
      {permissions.edit && (
        <SettingsSection title="Delete" isDangerous>
          <div className={rows.danger}>
            <p>The copy stays as a space of its own and no longer follows its source.</p>
            <Button variant="danger" icon={Trash2} onClick={() => setDeleting(true)}>
              Delete…
            </Button>
          </div>
        </SettingsSection>
      )}
      <Dialog
        title="Delete the translation?"
        description="The space in the other language stays. Changes of the source no longer reach it."
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
      >
        <DialogActions>
          <Button onClick={() => setDeleting(false)}>Cancel</Button>
          <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
};

/** `/o/$organizationId/~/settings/translations/$translationId`: a translation and its pages. */
export const TranslationRoute = () => {
  const params = useParams({ from: ROUTE });
  return (
    <SettingsPage isWide>
      <Page key={params.translationId} params={params} />
    </SettingsPage>
  );
};
