import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Plus, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { read, readPages } from '../api/queries.ts';
import { usePages } from '../api/use-pages.ts';
import { Button } from '../primitives/button.tsx';
import { ShowMore } from '../primitives/show-more.tsx';
import styles from '../settings/rows.module.css';
import { SearchField } from '../settings/search-field.tsx';
import { Empty, Loading, SettingsPage } from '../settings/settings-page.tsx';
import { textSearch } from '../settings/text-search.ts';
import { countOf } from './count-of.ts';

const CreateTeamDialog = lazy(async () => ({
  default: (await import('./create-team-dialog.tsx')).CreateTeamDialog,
}));

const PATH = '/orgs/{organizationId}/teams';
const ROUTE = '/o/$organizationId/~/settings/teams';

const Teams = ({
  organizationId,
  text,
}: {
  readonly organizationId: string;
  readonly text?: string | undefined;
}) => {
  const { items: teams, ...more } = usePages(
    readPages(PATH, { params: { organizationId }, query: { limit: 50, ...(text && { title: text }) } }),
  );
  if (teams.length === 0)
    return (
      <Empty>
        {text
          ? 'No team matches this search.'
          : 'There are no teams yet. A team gets access to a space once, for everybody in it.'}
      </Empty>
    );
  return (
    <>
      <ul className={styles.rows} aria-label="Teams">
        {teams.map((team) => (
          <li key={team.id} className={styles.row}>
            <Users size={18} strokeWidth={1.75} aria-hidden="true" />
            <span className={styles.about}>
              <span className={styles.name}>
                <Link
                  to="/o/$organizationId/~/settings/teams/$teamId"
                  params={{ organizationId, teamId: team.id }}
                >
                  {team.title}
                </Link>
              </span>
              <span className={styles.facts}>
                {countOf(team.members, 'member')} · {countOf(team.spaces, 'space')}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

/** `/o/$organizationId/~/settings/teams`: the teams of an organization. */
export const TeamsRoute = () => {
  const params = useParams({ from: ROUTE });
  const { text } = useSearch({ from: ROUTE });
  const navigate = useNavigate();
  const { data: organization } = useSuspenseQuery(read('/orgs/{organizationId}', { params }));
  const [isCreating, setCreating] = useState(false);
  return (
    <SettingsPage
      key={organization.id}
      title="Teams"
      description="A team is given access to spaces and collections as one person is."
      isWide
      action={
        organization.permissions.admin && (
          <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
            New team
          </Button>
        )
      }
    >
      <div className={styles.filters}>
        <SearchField
          label="Name of a team"
          text={text ?? ''}
          maxLength={64}
          onSearch={(searched) =>
            void navigate({ to: ROUTE, params, search: textSearch({ text: searched }), replace: true })
          }
        />
      </div>
      <Loading id={text ?? ''}>
        <Teams organizationId={organization.id} text={text} />
      </Loading>
      <Suspense>
        {isCreating && (
          <CreateTeamDialog organizationId={organization.id} onClose={() => setCreating(false)} />
        )}
      </Suspense>
    </SettingsPage>
  );
};
