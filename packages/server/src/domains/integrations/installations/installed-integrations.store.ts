import { type AliasedExpression, type NotNull, sql } from 'kysely';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import { type IntegrationRow, matchesText } from '../integrations.store.ts';
import type { ContentKind } from './content-installations.store.ts';
import type { InstallationState } from './installations.store.ts';

/** An installed integration and its status. */
export interface InstalledIntegrationRow {
  readonly integration_id: string;
  readonly status: InstallationState;
}

const inOrganization = (db: Database, organizationId: string) =>
  db
    .selectFrom('installations')
    .innerJoin('integrations', (join) =>
      join
        .onRef('integrations.organization_id', '=', 'installations.owner_id')
        .onRef('integrations.id', '=', 'installations.integration_id'),
    )
    .select([
      'installations.integration_id',
      sql<InstallationState>`installation_status(
        installations.paused, integrations.configurations -> 'account', installations.configuration)`.as(
        'status',
      ),
    ])
    .where('installations.organization_id', '=', organizationId);

const covered = (db: Database, kind: ContentKind, organizationId: string) =>
  db
    .selectFrom('covered_contents')
    .innerJoin('integrations', (join) =>
      join
        .onRef('integrations.organization_id', '=', 'covered_contents.owner_id')
        .onRef('integrations.id', '=', 'covered_contents.integration_id'),
    )
    .where('covered_contents.kind', '=', kind)
    .where('covered_contents.organization_id', '=', organizationId);

const CONTENT_STATUS = sql<InstallationState>`installation_status(covered_contents.paused,
  integrations.configurations -> covered_contents.kind, covered_contents.configuration)`;

const paged = async (
  db: Database,
  found: AliasedExpression<InstalledIntegrationRow, 'found'>,
  page: PageRequest,
): Promise<Page<InstalledIntegrationRow>> => {
  const matching = db.selectFrom(found).selectAll();
  const after = page.after && String(page.after[0]);
  return paginate(
    page,
    matching
      .$if(after !== undefined, (query) => query.where('found.integration_id', '>', after!))
      .orderBy('found.integration_id'),
    matching,
  );
};

/** The integrations of an organization, or of its spaces or sites; active if active on at least one of them. */
export const listStatuses = (
  db: Database,
  organizationId: string,
  target: 'organization' | ContentKind,
  page: PageRequest,
): Promise<Page<InstalledIntegrationRow>> =>
  paged(
    db,
    target === 'organization'
      ? inOrganization(db, organizationId).as('found')
      : covered(db, target, organizationId)
          .select([
            'covered_contents.integration_id',
            // Statuses sort alphabetically: active comes first.
            sql<InstallationState>`min(${CONTENT_STATUS})`.as('status'),
          ])
          .groupBy('covered_contents.integration_id')
          .$narrowType<{ integration_id: NotNull }>()
          .as('found'),
    page,
  );

/** The integrations on a space or site. */
export const listIntegrationsOnContent = (
  db: Database,
  kind: ContentKind,
  content: { organization_id: string; id: string },
  search: string | undefined,
  page: PageRequest,
): Promise<Page<InstalledIntegrationRow>> =>
  paged(
    db,
    covered(db, kind, content.organization_id)
      .where('covered_contents.content_id', '=', content.id)
      .$if(search !== undefined && search !== '', (query) => query.where(matchesText(search!)))
      .select(['covered_contents.integration_id', CONTENT_STATUS.as('status')])
      .$narrowType<{ integration_id: NotNull }>()
      .as('found'),
    page,
  );

/** The blocks of the active integrations of a space. */
export const findBlocks = async (
  db: Database,
  space: { organization_id: string; id: string },
): Promise<{ name: string; blocks: NonNullable<IntegrationRow['blocks']> }[]> => {
  return covered(db, 'space', space.organization_id)
    .innerJoin('installations', (join) =>
      join
        .onRef('installations.organization_id', '=', 'covered_contents.organization_id')
        .onRef('installations.id', '=', 'covered_contents.installation_id'),
    )
    .where('covered_contents.content_id', '=', space.id)
    .where(CONTENT_STATUS, '=', 'active')
    .where(
      sql<string>`installation_status(
        installations.paused, integrations.configurations -> 'account', installations.configuration)`,
      '=',
      'active',
    )
    .where(sql<boolean>`jsonb_array_length(coalesce(integrations.blocks, '[]')) > 0`)
    .select(['integrations.name', 'integrations.blocks'])
    .$narrowType<{ blocks: NotNull }>()
    .orderBy('integrations.id')
    .execute();
};
