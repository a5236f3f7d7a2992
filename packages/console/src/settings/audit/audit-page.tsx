import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { read, readPages } from '../../api/queries.ts';
import { usePages } from '../../api/use-pages.ts';
import { PersonFilter } from '../../change-requests/person-filter.tsx';
import { Button } from '../../primitives/button.tsx';
import { Select } from '../../primitives/select.tsx';
import { ShowMore } from '../../primitives/show-more.tsx';
import rows from '../rows.module.css';
import { Empty, Loading, SettingsPage } from '../settings-page.tsx';
import styles from './audit.module.css';
import { EventRow } from './event-row.tsx';
import { ExportMenu } from './export-menu.tsx';
import { type AuditSearch, auditQuery, auditSearch } from './search.ts';

const ROUTE = '/o/$organizationId/~/settings/audit';
const PATH = '/orgs/{organizationId}/audit-events';

const Events = ({
  organizationId,
  search,
}: {
  readonly organizationId: string;
  readonly search: AuditSearch;
}) => {
  const { items: events, ...more } = usePages(
    readPages(PATH, {
      params: { organizationId },
      query: { ...auditQuery(search), details: true, limit: 50 },
    }),
  );
  if (events.length === 0) return <Empty>No event matches this filter.</Empty>;
  return (
    <>
      <ul className={rows.rows} aria-label="Events">
        {events.map((event) => (
          <EventRow key={event.id} organizationId={organizationId} event={event} />
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

const Filters = ({
  organizationId,
  search,
  onFilter,
}: {
  readonly organizationId: string;
  readonly search: AuditSearch;
  readonly onFilter: (change: { readonly [Name in keyof AuditSearch]?: string | undefined }) => void;
}) => {
  const { data: actions } = useSuspenseQuery(
    read('/orgs/{organizationId}/audit-event-actions', { params: { organizationId } }),
  );
  return (
    <div className={styles.filters}>
      <Select
        aria-label="Action"
        options={[
          { id: '', label: 'Every action' },
          ...actions.items,
          // One that has not occurred yet, from an address.
          ...(search.action && !actions.items.some(({ id }) => id === search.action)
            ? [{ id: search.action, label: search.action }]
            : []),
        ]}
        value={search.action ?? ''}
        onChoose={(action) => onFilter({ action })}
      />
      <label className={styles.day}>
        From
        <input
          type="date"
          value={search.from ?? ''}
          max={search.to}
          onChange={({ target }) => onFilter({ from: target.value })}
        />
      </label>
      <label className={styles.day}>
        to
        <input
          type="date"
          value={search.to ?? ''}
          min={search.from}
          onChange={({ target }) => onFilter({ to: target.value })}
        />
      </label>
      <PersonFilter
        label="Person"
        organizationId={organizationId}
        userId={search.actor}
        onChoose={(actor) => onFilter({ actor })}
      />
      {Object.keys(search).length > 0 && (
        <Button
          variant="quiet"
          onClick={() =>
            onFilter({ action: '', actor: undefined, target: undefined, from: undefined, to: undefined })
          }
        >
          Clear
        </Button>
      )}
    </div>
  );
};

/** `/o/$organizationId/~/settings/audit`: who did what and when in an organization. */
export const AuditRoute = () => {
  const params = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  return (
    <SettingsPage
      key={params.organizationId}
      title="Audit log"
      description="Who changed what, when and from where. Texts of pages are in the history of their space."
      isWide
      action={<ExportMenu organizationId={params.organizationId} search={search} />}
    >
      <Filters
        organizationId={params.organizationId}
        search={search}
        onFilter={(change) =>
          void navigate({ to: ROUTE, params, search: auditSearch({ ...search, ...change }), replace: true })
        }
      />
      {search.target && (
        <p className={rows.count}>
          Only events on <code>{search.target}</code>
        </p>
      )}
      <Loading id={JSON.stringify(search)}>
        <Events organizationId={params.organizationId} search={search} />
      </Loading>
    </SettingsPage>
  );
};
