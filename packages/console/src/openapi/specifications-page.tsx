import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { FileJson2, Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { Dialog } from '../primitives/dialog.tsx';
import { RelativeTime } from '../primitives/relative-time.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import rows from '../settings/rows.module.css';
import { SearchField } from '../settings/search-field.tsx';
import { Empty, Loading, SettingsPage } from '../settings/settings-page.tsx';
import { textSearch } from '../settings/text-search.ts';
import { type Source, useSpecificationMutation } from './queries.ts';
import { SourceForm } from './source-form.tsx';
import { SpecificationState } from './specification-state.tsx';

const PATH = '/orgs/{organizationId}/openapi';
const ROUTE = '/o/$organizationId/~/settings/openapi';

const Specifications = ({
  organizationId,
  text,
}: {
  readonly organizationId: string;
  readonly text: string | undefined;
}) => {
  const { items, ...more } = usePages(
    readPages(PATH, { params: { organizationId }, query: { limit: 50, ...(text && { search: text }) } }),
  );
  if (items.length === 0)
    return (
      <Empty>
        {text
          ? 'No specification matches this search.'
          : 'There are no specifications yet. Pages show their operations and schemas, and follow new versions.'}
      </Empty>
    );
  return (
    <>
      <ul className={rows.rows} aria-label="Specifications">
        {items.map((specification) => (
          <li key={specification.id} className={rows.row}>
            <FileJson2 size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={rows.about}>
              <span className={rows.name}>
                <Link
                  to="/o/$organizationId/~/settings/openapi/$slug"
                  params={{ organizationId, slug: specification.slug }}
                >
                  {specification.slug}
                </Link>
                <SpecificationState specification={specification} />
                {specification.visibility === 'public' && <span className={rows.badge}>Public</span>}
              </span>
              <span className={rows.facts}>{specification.sourceURL ?? 'From a file'}</span>
            </span>
            <span className={rows.seen}>
              <RelativeTime time={specification.lastProcessedAt ?? specification.updatedAt} />
            </span>
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

/** `/o/$organizationId/~/settings/openapi`: the OpenAPI specifications of an organization. */
export const SpecificationsRoute = () => {
  const params = useParams({ from: ROUTE });
  const { text } = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  const add = useSpecificationMutation(
    (body: { slug: string; source: Source }) => call('POST', PATH, { params, body }),
    ({ slug }) =>
      void navigate({ to: '/o/$organizationId/~/settings/openapi/$slug', params: { ...params, slug } }),
  );
  return (
    <SettingsPage
      key={organization.id}
      title="OpenAPI"
      description="Specifications of APIs that pages show as reference."
      isWide
      action={
        organization.permissions.createOpenAPISpec && (
          <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
            Add a specification
          </Button>
        )
      }
    >
      <div className={rows.filters}>
        <SearchField
          label="Name of a specification"
          text={text ?? ''}
          onSearch={(searched) =>
            void navigate({ to: ROUTE, params, search: textSearch({ text: searched }), replace: true })
          }
        />
      </div>
      <Loading id={text ?? ''}>
        <Specifications organizationId={organization.id} text={text} />
      </Loading>
      {isAdding && (
        <Dialog title="Add a specification" isOpen onClose={close}>
          <SourceForm
            error={add.error}
            isPending={add.isPending}
            onCancel={close}
            onSave={(slug, source) => add.mutate({ slug, source })}
          />
        </Dialog>
      )}
    </SettingsPage>
  );
};
