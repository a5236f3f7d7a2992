import { sql } from 'kysely';
import type { Database } from '../../../kernel/database/database.ts';
import type { Tunnel } from '../development/development.store.ts';
import type { ContentInstallationRow, ContentKind } from '../installations/content-installations.store.ts';
import type { InstallationRow } from '../installations/installations.store.ts';
import type { IntegrationScope } from '../integration-schemas.ts';
import type { IntegrationRow } from '../integrations.store.ts';

/** The recipient of an event or request: an integration, its installation in an organization, or on a space or site. */
export interface Recipient {
  readonly integration: IntegrationRow;
  readonly installation?: InstallationRow;
  readonly content?: ContentInstallationRow;
  /** The tunnel of the author in development mode. */
  readonly tunnel?: Tunnel;
  /** The last state of a deleted installation, for the environment of the script. */
  readonly deletedInstallation?: Readonly<Record<string, unknown>>;
}

/** Filter of recipients. */
export interface RecipientFilter {
  readonly organizationId?: string;
  /** Case-insensitive. */
  readonly integrationName?: string;
  readonly installationId?: string;
  /** The space or site; without one, installations in organizations are found. */
  readonly content?: { readonly kind: ContentKind; readonly id: string };
  readonly scope?: IntegrationScope;
  /** Only active installations. */
  readonly active?: boolean;
}

interface Found {
  readonly tunnel: Record<string, unknown> | null;
  readonly integration: Record<string, unknown>;
  readonly installation: Record<string, unknown> | null;
  readonly content: ContentInstallationRow | null;
}

const DATE_COLUMNS = ['created_at', 'updated_at', 'expires_at'] as const;

// Rows selected as JSON have dates as strings.
const withDates = <Row>(row: Record<string, unknown>): Row =>
  ({
    ...row,
    ...Object.fromEntries(
      DATE_COLUMNS.flatMap((name) => (row[name] ? [[name, new Date(String(row[name]))]] : [])),
    ),
  }) as Row;

const toRecipient = ({ integration, installation, content, tunnel }: Found): Recipient => ({
  integration: {
    ...withDates<IntegrationRow>(integration),
    owner: withDates<IntegrationRow['owner']>(integration.owner as Record<string, unknown>),
  },
  ...(installation && { installation: withDates<InstallationRow>(installation) }),
  ...(content && { content }),
  ...(tunnel && { tunnel: withDates<Tunnel>(tunnel) }),
});

const INTEGRATION = sql`(to_jsonb(g) || jsonb_build_object('owner', to_jsonb(o)))`;
const TUNNEL = sql`(select to_jsonb(t) from integration_tunnels t
  where t.organization_id = g.organization_id and t.integration_id = g.id)`;

/** Installations with everything that the environment of a script needs, in one query. */
export const findRecipients = async (db: Database, filter: RecipientFilter): Promise<Recipient[]> => {
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
  return rows.map(toRecipient);
};

/** An integration by its name, without an installation. */
export const findIntegrationRecipient = async (
  db: Database,
  integrationName: string,
): Promise<Recipient | undefined> => {
  const { rows } = await sql<Found>`
    select ${INTEGRATION} as integration, ${TUNNEL} as tunnel, null as installation, null as content
    from integrations g join organizations o on o.id = g.organization_id
    where lower(g.name) collate "C" = ${integrationName.toLowerCase()}`.execute(db);
  return rows[0] && toRecipient(rows[0]);
};
