import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { readPages } from '../../api/queries.ts';
import { usePages } from '../../api/use-pages.ts';
import rows from '../../contents/collection-page.module.css';
import { Button, IconButton } from '../../primitives/button.tsx';
import { ConfirmDialog } from '../../primitives/confirm-dialog.tsx';
import { ShowMore } from '../../primitives/show-more.tsx';
import { Loading } from '../../settings/settings-page.tsx';
import { SITE, type SiteParams, useSite, useSiteMutation } from '../queries.ts';
import sites from '../sites.module.css';
import { ConnectionCheck } from './connection-check.tsx';
import { type McpServer, SERVER } from './mcp-server.ts';
import { McpServerDialog } from './mcp-server-dialog.tsx';
import styles from './mcp-servers.module.css';

const SHOWN = 50;

const Servers = ({
  params,
  onEdit,
  onRemove,
}: {
  readonly params: SiteParams;
  readonly onEdit: (server: McpServer) => void;
  readonly onRemove: (server: McpServer) => void;
}) => {
  const { items, ...more } = usePages(readPages(`${SITE}/mcp-servers`, { params, query: { limit: SHOWN } }));
  if (items.length === 0)
    return (
      <p className={rows.empty}>
        There are no MCP servers yet. With one, answers can also contain facts of another system, such as the
        state of a service.
      </p>
    );
  return (
    <>
      <ul className={rows.rows} aria-label="MCP servers">
        {items.map((server) => (
          <li key={server.id} className={styles.server}>
            <div className={styles.line}>
              <span className={rows.about}>
                <span className={rows.name}>{server.name}</span>
                <span className={sites.address}>{server.url}</span>
              </span>
              <IconButton icon={Pencil} label={`Edit ${server.name}`} onClick={() => onEdit(server)} />
              <IconButton icon={Trash2} label={`Remove ${server.name}`} onClick={() => onRemove(server)} />
            </div>
            <ConnectionCheck key={JSON.stringify(server)} params={params} server={server} />
          </li>
        ))}
      </ul>
      {more.hasNextPage && (
        <p className={sites.more}>
          <ShowMore {...more} />
        </p>
      )}
    </>
  );
};

/** `/o/$organizationId/sites/$siteId/mcp-servers`: the MCP servers whose tools the assistant of a site calls. */
export const McpServersPage = () => {
  const { params, site } = useSite();
  const [edited, setEdited] = useState<McpServer | 'new'>();
  const [removed, setRemoved] = useState<McpServer>();
  const removal = useSiteMutation(
    ({ id }: McpServer) => call('DELETE', SERVER, { params: { ...params, siteMcpServerId: id } }),
    { isInForm: true, onSuccess: () => setRemoved(undefined) },
  );
  return (
    <section aria-labelledby="mcp-servers" className={sites.page}>
      <div className={sites.sectionHeader}>
        <h2 id="mcp-servers">MCP servers</h2>
        {site.permissions.admin && (
          <Button icon={Plus} onClick={() => setEdited('new')}>
            New MCP server
          </Button>
        )}
      </div>
      <p className={sites.note}>
        Answers to questions of readers may use the tools of these servers that change nothing. Every reader
        of the site can ask for what these tools return.
      </p>
      <Loading id="mcp-servers">
        <Servers params={params} onEdit={setEdited} onRemove={setRemoved} />
      </Loading>
      {edited && (
        <McpServerDialog
          params={params}
          server={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={`Remove “${removed.name}”?`}
          description="Answers no longer use its tools. The values of its headers are deleted."
          action="Remove"
          isBusy={removal.isPending}
          error={removal.error}
          onConfirm={() => removal.mutate(removed)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </section>
  );
};
