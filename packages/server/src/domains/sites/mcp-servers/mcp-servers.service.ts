import type { Static } from 'typebox';
import type { Caller } from '../../../kernel/auth/principal.ts';
import { checkCallbackUrl } from '../../../kernel/check-callback-url.ts';
import type { Page, PageRequest } from '../../../kernel/contract/paging.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors/errors.ts';
import { changedFields, changesOf } from '../../../kernel/events/field-changes.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { McpFailure, type McpTarget, type OfferedTool, withMcpServer } from '../../../kernel/mcp-client.ts';
import { createSiteTransaction } from '../site-transaction.ts';
import type { SiteKey, SiteSubject } from '../sites.store.ts';
import { type Headers, isElsewhere, mergeHeaders } from './mcp-headers.ts';
import type { mcpServersContract } from './mcp-servers.contract.ts';
import {
  deleteMcpServer,
  findMcpServer,
  findMcpServers,
  insertMcpServer,
  listMcpServers,
  type McpServerRow,
  updateMcpServer,
} from './mcp-servers.store.ts';

type Dependencies = Pick<
  Kernel,
  'db' | 'transaction' | 'clock' | 'newId' | 'events' | 'secrets' | 'egress' | 'languageModel'
>;
type NewMcpServer = Static<(typeof mcpServersContract)['createSiteMcpServer']['body']>;
type Changes = Static<(typeof mcpServersContract)['updateSiteMcpServerById']['body']>;

/** An MCP server that can be called. */
export interface CallableMcpServer extends McpTarget {
  readonly id: string;
  readonly name: string;
}

/** The result of a check: the tools of a server, or why there are none. */
export type McpServerCheck =
  | { readonly serverName: string; readonly tools: readonly OfferedTool[] }
  | { readonly problem: string };

const MAX_SERVERS = 20;
const CHECK_MS = 15_000;

type Key = Pick<McpServerRow, 'organization_id' | 'id'>;

// Queries often contain keys, and the audit log is read by more people than these settings.
const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

/** Service for MCP servers of sites. */
export const createMcpServersService = (deps: Dependencies) => {
  const { db, clock, newId, secrets, egress } = deps;
  const change = createSiteTransaction(deps);
  const associatedData = ({ organization_id, id }: Key) => `${organization_id}/${id}`;
  const encrypt = (key: Key, headers: Headers) =>
    secrets.encrypt('site-mcp-servers', associatedData(key), JSON.stringify(headers));
  const decrypt = (row: McpServerRow) =>
    JSON.parse(secrets.decrypt('site-mcp-servers', associatedData(row), row.header_values)) as Headers;
  const toCallable = (row: McpServerRow): CallableMcpServer => ({
    id: row.id,
    name: row.name,
    url: row.url,
    headers: decrypt(row),
  });

  // Rejects private addresses in the URL; hostnames are checked on each request, since DNS can change.
  const checkUrl = async (url: string | undefined): Promise<void> => {
    const urlError = url === undefined ? undefined : await checkCallbackUrl(egress, url);
    if (urlError) throw invalid({ path: 'body.url', message: urlError.problem });
  };

  const headersAfter = (row: McpServerRow, { url, headers }: Changes): Headers | undefined => {
    // Otherwise somebody could have secrets sent to a server of their own.
    const mayKeep = url === undefined || !isElsewhere(row.url, url);
    if (headers) return mergeHeaders(headers, mayKeep ? decrypt(row) : {});
    if (!mayKeep && row.header_names.length > 0)
      throw invalid({ path: 'body.headers', message: 'are required for another server' });
    return undefined;
  };

  return {
    list: (site: SiteSubject, page: PageRequest): Promise<Page<McpServerRow>> =>
      listMcpServers(db, site, page),

    get: async (site: SiteSubject, id: string): Promise<McpServerRow> => {
      const row = await findMcpServer(db, site, id);
      if (!row) throw notFound('MCP server');
      return row;
    },

    create: async (
      caller: Caller,
      site: SiteSubject,
      { name, url, headers: given }: NewMcpServer,
    ): Promise<McpServerRow> => {
      const headers = mergeHeaders(given, {});
      await checkUrl(url);
      return change(caller, site, async (tx, record) => {
        if ((await findMcpServers(tx, site)).length >= MAX_SERVERS)
          throw conflict(`A site can have at most ${MAX_SERVERS} MCP servers`);
        const key = { organization_id: site.organization_id, id: newId() };
        const header_names = Object.keys(headers);
        const row = { ...key, name, url, header_names, header_values: encrypt(key, headers) };
        await insertMcpServer(tx, site, { ...row, created_at: clock.now() });
        const named = { mcpServer: row.id, name, url: withoutQuery(url) };
        await record('site.mcp-server-created', { ...named, headers: header_names });
        return row;
      });
    },

    update: async (
      caller: Caller,
      site: SiteSubject,
      id: string,
      changes: Changes,
    ): Promise<McpServerRow> => {
      await checkUrl(changes.url);
      return change(caller, site, async (tx, record) => {
        const row = await findMcpServer(tx, site, id);
        if (!row) throw notFound('MCP server');
        const headers = headersAfter(row, changes);
        const values = {
          name: changes.name ?? row.name,
          url: changes.url ?? row.url,
          header_names: headers ? Object.keys(headers) : row.header_names,
        };
        const isSame = !headers || JSON.stringify(headers) === JSON.stringify(decrypt(row));
        const changed = {
          ...changesOf({ name: row.name }, { name: values.name }),
          ...changesOf({ url: withoutQuery(row.url) }, { url: withoutQuery(values.url) }),
          // Only the names: the values are secrets.
          ...(!isSame && { headers: { from: row.header_names, to: values.header_names } }),
        };
        const fields = changedFields(changed, { name: 'name', url: 'url', headers: 'headers' });
        if (!fields && values.url === row.url) return row;
        const header_values = isSame ? row.header_values : encrypt(row, headers);
        await updateMcpServer(tx, site, id, { ...values, header_values });
        await record('site.mcp-server-updated', {
          mcpServer: id,
          name: values.name,
          ...(fields ?? { fields: ['url'] }),
        });
        return { ...row, ...values, header_values };
      });
    },

    /** Returns whether there was one to delete. */
    remove: (caller: Caller, site: SiteSubject, id: string): Promise<boolean> =>
      change(caller, site, async (tx, record) => {
        const row = await findMcpServer(tx, site, id);
        if (!row) return false;
        await deleteMcpServer(tx, site, id);
        await record('site.mcp-server-deleted', { mcpServer: id, name: row.name });
        return true;
      }),

    /** Connects to a server and lists its tools. */
    check: async (site: SiteSubject, id: string): Promise<McpServerCheck> => {
      const row = await findMcpServer(db, site, id);
      if (!row) throw notFound('MCP server');
      try {
        return await withMcpServer(egress, toCallable(row), { timeoutMs: CHECK_MS }, async (connection) => ({
          serverName: connection.name,
          tools: await connection.tools(),
        }));
      } catch (error) {
        if (error instanceof McpFailure) return { problem: error.message };
        throw error;
      }
    },

    /** Whether there is a language model, which alone calls tools. */
    hasLanguageModel: deps.languageModel !== undefined,

    /** The servers of a site with their secrets, to call them. */
    callable: async (site: SiteKey): Promise<CallableMcpServer[]> =>
      (await findMcpServers(db, site)).map(toCallable),
  };
};

/** Service for MCP servers of sites. */
export type McpServersService = ReturnType<typeof createMcpServersService>;
