import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import type { ContentInstallationRow, ContentKind } from '../contents/contents.store.ts';
import type { Tunnel } from '../development/development.store.ts';
import type { InstallationRow } from '../installations/installations.store.ts';
import type { IntegrationScope } from '../integrations.contract.ts';
import type { IntegrationRow } from '../integrations.store.ts';

/** An integration where something happens: in general, in an organization, or on a space or site of it. */
export interface Place {
  readonly integration: IntegrationRow;
  readonly installation?: InstallationRow;
  readonly content?: ContentInstallationRow;
  /** Where the author of the integration has events sent instead. */
  readonly tunnel?: Tunnel;
  /** What is told of an installation that is there no more. */
  readonly gone?: Readonly<Record<string, unknown>>;
}

/** Which of them are looked for. */
export interface PlaceFilter {
  readonly organizationId?: string;
  /** By its name, whatever the case. */
  readonly integrationName?: string;
  readonly installationId?: string;
  /** The space or site that it is about; without one, it is about the organization. */
  readonly content?: { readonly kind: ContentKind; readonly id: string };
  readonly scope?: IntegrationScope;
  /** Only those that are at work, there and in the organization. */
  readonly active?: boolean;
}

interface Found {
  readonly tunnel: Record<string, unknown> | null;
  readonly integration: Record<string, unknown>;
  readonly installation: Record<string, unknown> | null;
  readonly content: Record<string, unknown> | null;
}

const TIMES = ['created_at', 'updated_at', 'expires_at'] as const;

// What comes as JSON has texts for times.
const withTimes = <Row>(row: Record<string, unknown>): Row =>
  ({
    ...row,
    ...Object.fromEntries(TIMES.flatMap((name) => (row[name] ? [[name, new Date(String(row[name]))]] : []))),
  }) as Row;

const asPlace = ({ integration, installation, content, tunnel }: Found): Place => ({
  integration: {
    ...withTimes<IntegrationRow>(integration),
    owner: withTimes<IntegrationRow['owner']>(integration.owner as Record<string, unknown>),
  },
  ...(installation && { installation: withTimes<InstallationRow>(installation) }),
  ...(content && { content: content as unknown as ContentInstallationRow }),
  ...(tunnel && { tunnel: withTimes<Tunnel>(tunnel) }),
});

const INTEGRATION = sql`(to_jsonb(g) || jsonb_build_object('owner', to_jsonb(o)))`;
const TUNNEL = sql`(select to_jsonb(t) from integration_tunnels t
  where t.organization_id = g.organization_id and t.integration_id = g.id)`;

/** Where integrations are installed, with all that their scripts are told of it, in one query. */
export const findPlaces = async (db: Database, filter: PlaceFilter): Promise<Place[]> => {
  const { organizationId, integrationName, installationId, content, scope, active } = filter;
  const covering = content
    ? sql`join covered_contents c on c.kind = ${content.kind} and c.organization_id = i.organization_id
        and c.installation_id = i.id and c.content_id = ${content.id}`
    : sql``;
  const shown = content
    ? sql`to_jsonb(c) || jsonb_build_object('integration_name', g.name,
        'status', installation_status(c.paused, g.configurations -> c.kind, c.configuration))`
    : sql`null`;
  const status = sql`installation_status(i.paused, g.configurations -> 'account', i.configuration)`;
  const conditions = [
    organizationId !== undefined && sql`i.organization_id = ${organizationId}`,
    integrationName !== undefined && sql`lower(g.name) collate "C" = ${integrationName.toLowerCase()}`,
    installationId !== undefined && sql`i.id = ${installationId}`,
    scope !== undefined && sql`g.scopes @> array[${scope}]::text[]`,
    active === true && sql`${status} = 'active'`,
    active === true &&
      content !== undefined &&
      sql`installation_status(c.paused, g.configurations -> c.kind, c.configuration) = 'active'`,
  ].filter((condition) => condition !== false);
  const { rows } = await sql<Found>`
    select ${INTEGRATION} as integration, ${TUNNEL} as tunnel, ${shown} as content,
      to_jsonb(i) || jsonb_build_object('status', ${status}, 'spaces', (
        select count(*) from covered_contents s
        where s.kind = 'space' and s.organization_id = i.organization_id and s.installation_id = i.id)) as installation
    from installations i
    join integrations g on g.organization_id = i.owner_id and g.id = i.integration_id
    join organizations o on o.id = g.organization_id
    ${covering}
    where ${sql.join(conditions, sql` and `)}
    order by i.id`.execute(db);
  return rows.map(asPlace);
};

/** An integration by its name, whoever asks. */
export const findPlace = async (db: Database, integrationName: string): Promise<Place | undefined> => {
  const { rows } = await sql<Found>`
    select ${INTEGRATION} as integration, ${TUNNEL} as tunnel, null as installation, null as content
    from integrations g join organizations o on o.id = g.organization_id
    where lower(g.name) collate "C" = ${integrationName.toLowerCase()}`.execute(db);
  return rows[0] && asPlace(rows[0]);
};
