import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Select } from '../primitives/select.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { SearchField } from '../settings/search-field.tsx';
import { Empty, Loading, SettingsPage } from '../settings/settings-page.tsx';
import { ConversationList } from './conversation-list.tsx';
import styles from './conversations.module.css';
import { sourceName } from './pulse.ts';
import { PulseBars } from './pulse-bars.tsx';
import { boardSearch, ORDERS } from './search.ts';

const ROUTE = '/o/$organizationId/~/settings/conversations';
const PATH = '/orgs/{organizationId}/conversations-clusters';

const Clusters = ({
  organizationId,
  order,
  text,
}: {
  readonly organizationId: string;
  readonly text: string | undefined;
  readonly order: (typeof ORDERS)[number]['id'];
}) => {
  const { items, ...more } = usePages(
    readPages(PATH, {
      params: { organizationId },
      query: { limit: 30, orderBy: order, order: 'desc', ...(text && { search: text }) },
    }),
  );
  if (items.length === 0 && text) return <Empty>No question matches this search.</Empty>;
  if (items.length === 0)
    return (
      <Empty>
        There are no recurring questions yet. Support tools send conversations by an integration or with the
        API; similar questions are put together here.
      </Empty>
    );
  return (
    <>
      <ul className={styles.board} aria-label="Recurring questions">
        {items.map(({ id, label, summary, weeklyPulse, stats, sources }) => (
          <li key={id} className={styles.card}>
            <h2>
              <Link
                to="/o/$organizationId/~/settings/conversations/$clusterId"
                params={{ organizationId, clusterId: id }}
              >
                {label}
              </Link>
            </h2>
            <p className={styles.summary}>{summary}</p>
            <div className={styles.foot}>
              <span className={styles.facts}>
                Asked {stats.issues} times in {stats.conversations}{' '}
                {stats.conversations === 1 ? 'conversation' : 'conversations'}
                {Object.keys(sources).length > 0 && ` · ${Object.keys(sources).map(sourceName).join(', ')}`}
              </span>
              <PulseBars weekly={weeklyPulse} />
            </div>
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

/** `/o/$organizationId/~/settings/conversations`: what customers ask again and again. */
export const BoardRoute = () => {
  const params = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const show = (next: Record<string, unknown>) =>
    void navigate({ to: ROUTE, params, search: boardSearch({ ...next }), replace: true });
  const { organizationId } = params;
  const isList = search.view === 'conversations';
  return (
    <SettingsPage
      title="Conversations"
      description="What customers ask again and again, from conversations with support. A question that many ask is a page that is missing."
      isWide
    >
      <div className={rows.filters}>
        <nav aria-label="View" className={styles.tabs}>
          <Link to={ROUTE} params={params} search={{}} aria-current={isList ? undefined : 'page'}>
            Questions
          </Link>
          <Link
            to={ROUTE}
            params={params}
            search={{ view: 'conversations' }}
            aria-current={isList ? 'page' : undefined}
          >
            Conversations
          </Link>
        </nav>
        <SearchField
          key={String(isList)}
          label={isList ? 'Subject of a conversation' : 'Words of a question'}
          text={search.text ?? ''}
          onSearch={(text) => show({ ...search, text })}
        />
        {!isList && (
          <Select
            aria-label="Order"
            options={ORDERS}
            value={search.order ?? 'issues'}
            onChoose={(order) => show({ ...search, order: order === 'updatedAt' ? order : undefined })}
          />
        )}
      </div>
      <Loading id={JSON.stringify(search)}>
        {isList ? (
          <ConversationList organizationId={organizationId} source={search.source} text={search.text} />
        ) : (
          <Clusters organizationId={organizationId} order={search.order ?? 'issues'} text={search.text} />
        )}
      </Loading>
    </SettingsPage>
  );
};
