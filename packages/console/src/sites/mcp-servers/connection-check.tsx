import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { Button } from '../../primitives/button.tsx';
import { FormError } from '../../primitives/field.tsx';
import type { SiteParams } from '../queries.ts';
import sites from '../sites.module.css';
import { type McpServer, type McpServerCheck, SERVER } from './mcp-server.ts';
import styles from './mcp-servers.module.css';

const Result = ({ check }: { readonly check: McpServerCheck }) => {
  if (check.status === 'failed') return <p className={sites.warning}>{check.problem}</p>;
  const used = check.tools.filter(({ isUsed }) => isUsed).length;
  return (
    <>
      <p className={sites.note}>
        <span className={sites.badge} data-state="published">
          Connected
        </span>{' '}
        {check.serverName && `${check.serverName}: `}
        {check.tools.length === 1 ? '1 tool' : `${check.tools.length} tools`}, {used} used in answers.
      </p>
      {!check.hasLanguageModel && (
        <p className={sites.warning}>
          Lectern has no language model here, so no tool is called. Answers consist of passages.
        </p>
      )}
      <ul className={styles.tools} aria-label="Tools">
        {check.tools.map(({ name, title, description, isUsed }) => (
          <li key={name}>
            <strong>{title ?? name}</strong>{' '}
            <span className={sites.badge} data-state={isUsed ? 'published' : undefined}>
              {isUsed ? 'Used' : 'Not used: it may change something'}
            </span>
            {description && <p className={styles.description}>{description}</p>}
          </li>
        ))}
      </ul>
    </>
  );
};

/** Connects to an MCP server and shows its tools. */
export const ConnectionCheck = ({
  params,
  server,
}: {
  readonly params: SiteParams;
  readonly server: McpServer;
}) => {
  const check = useMutation({
    mutationFn: () => call('POST', `${SERVER}/check`, { params: { ...params, siteMcpServerId: server.id } }),
  });
  return (
    <div className={styles.check}>
      <Button
        isBusy={check.isPending}
        aria-label={`Check connection of ${server.name}`}
        onClick={() => check.mutate()}
      >
        Check connection
      </Button>
      <div role="status">{check.data && !check.isPending && <Result check={check.data} />}</div>
      <FormError error={check.error} />
    </div>
  );
};
