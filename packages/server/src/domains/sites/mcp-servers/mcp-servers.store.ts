import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import type { Database, DatabaseTransaction } from '../../../kernel/database/database.ts';
import { paginate } from '../../../kernel/database/paginate.ts';
import type { SiteKey } from '../sites.store.ts';

const COLUMNS = ['organization_id', 'id', 'name', 'url', 'header_names', 'header_values'] as const;

const mcpServersOf = (db: Database, site: SiteKey) =>
  db
    .selectFrom('site_mcp_servers')
    .select(COLUMNS)
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id);

/** An MCP server of a site. */
export const findMcpServer = (db: Database, site: SiteKey, id: string) =>
  mcpServersOf(db, site).where('id', '=', id).executeTakeFirst();

/** A row of an MCP server. */
export type McpServerRow = NonNullable<Awaited<ReturnType<typeof findMcpServer>>>;

/** All MCP servers of a site, oldest first. */
export const findMcpServers = (db: Database, site: SiteKey): Promise<McpServerRow[]> =>
  mcpServersOf(db, site).orderBy('id').execute();

/** The MCP servers of a site by pages, oldest first. */
export const listMcpServers = (
  db: Database,
  site: SiteKey,
  page: PageRequest,
): Promise<Page<McpServerRow>> => {
  const after = page.after && String(page.after[0]);
  const all = mcpServersOf(db, site);
  return paginate(
    page,
    all.$if(after !== undefined, (query) => query.where('id', '>', after!)).orderBy('id'),
    all,
  );
};

/** Inserts an MCP server. */
export const insertMcpServer = async (
  tx: DatabaseTransaction,
  site: SiteKey,
  server: McpServerRow & { readonly created_at: Date },
): Promise<void> => {
  await tx
    .insertInto('site_mcp_servers')
    .values({ ...server, site_id: site.id })
    .execute();
};

/** Changes columns of an MCP server. */
export const updateMcpServer = async (
  tx: DatabaseTransaction,
  site: SiteKey,
  id: string,
  values: Partial<Pick<McpServerRow, 'name' | 'url' | 'header_names' | 'header_values'>>,
): Promise<void> => {
  await tx
    .updateTable('site_mcp_servers')
    .set(values)
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .execute();
};

/** Deletes an MCP server. */
export const deleteMcpServer = async (tx: DatabaseTransaction, site: SiteKey, id: string): Promise<void> => {
  await tx
    .deleteFrom('site_mcp_servers')
    .where('organization_id', '=', site.organization_id)
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .execute();
};
