import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../primitives/button.tsx';
import { type Choice, Choices } from '../primitives/choices.tsx';
import { ConnectionCheck, useConnectionCheck } from './connection-check.tsx';
import styles from './git.module.css';
import type { GitConnection } from './queries.ts';
import { useSynchronize } from './use-synchronize.ts';

const DIRECTIONS: readonly Choice<'import' | 'export'>[] = [
  {
    id: 'import',
    title: 'From the repository to this space',
    description: 'The pages of this space are replaced by those of the repository. The history keeps them.',
    icon: ArrowDownToLine,
  },
  {
    id: 'export',
    title: 'From this space to the repository',
    description: 'The pages are written to the branch as a commit. Other files there stay as they are.',
    icon: ArrowUpFromLine,
  },
];

/** Checks a new connection, and asks which side the first synchronization starts from. */
export const FirstSync = ({
  spaceId,
  connection,
}: {
  readonly spaceId: string;
  readonly connection: GitConnection;
}) => {
  const check = useConnectionCheck(spaceId, connection);
  const [chosen, setChosen] = useState<'import' | 'export'>();
  const synchronize = useSynchronize(spaceId);
  const { data } = check;
  const direction = chosen ?? (data?.isReachable && !data.hasBranch ? 'export' : 'import');
  const obstacle =
    data === undefined || !data.isReachable
      ? 'The repository has to be reachable first.'
      : direction === 'import' && !data.hasBranch
        ? `There is no branch ${connection.branch} to import from.`
        : direction === 'export' && !data.mayPush
          ? 'The repository cannot be written.'
          : undefined;
  return (
    <section aria-labelledby="first-sync" className={styles.section}>
      <h2 id="first-sync">First synchronization</h2>
      <ConnectionCheck check={check} branch={connection.branch} />
      <Choices
        legend="Where do the pages come from?"
        name="direction"
        choices={DIRECTIONS}
        value={direction}
        onChange={setChosen}
      />
      <div className={styles.row}>
        <p className={styles.facts}>{obstacle}</p>
        <Button
          variant="primary"
          isBusy={synchronize.isPending}
          disabled={obstacle !== undefined}
          onClick={() => synchronize.mutate({ direction })}
        >
          Synchronize
        </Button>
      </div>
    </section>
  );
};
