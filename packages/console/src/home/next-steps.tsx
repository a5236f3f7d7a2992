import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, GitPullRequest, Globe, type LucideIcon, PenLine, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { read } from '../api/queries.ts';
import { useContents } from '../contents/queries.ts';
import { IconButton } from '../primitives/button.tsx';
import { readEdits } from './edit-rows.tsx';
import styles from './next-steps.module.css';

const STATUSES = ['draft', 'open', 'merged'] as const;

/** A note in this browser that something was done. */
const useDone = (key: string): readonly [boolean, () => void] => {
  const [isDone, setDone] = useState(() => localStorage.getItem(key) !== null);
  const mark = () => {
    localStorage.setItem(key, 'done');
    setDone(true);
  };
  return [isDone, mark];
};

const Step = ({
  icon: Icon,
  title,
  description,
  isDone,
  linkOf,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly description: string;
  readonly isDone: boolean;
  readonly linkOf: (content: ReactNode) => ReactNode;
}) => (
  <li className={styles.step} data-done={isDone || undefined}>
    <span className={styles.icon}>
      {isDone ? (
        <Check size={18} aria-hidden="true" />
      ) : (
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
    <span>
      {linkOf(title)}
      {isDone && <span className="sr-only"> (done)</span>}
      <span className={styles.description}>{description}</span>
    </span>
  </li>
);

/** The first steps of a new organization, until they are done or dismissed. */
export const NextSteps = ({
  organizationId,
  mayPublish,
}: {
  readonly organizationId: string;
  readonly mayPublish: boolean;
}) => {
  const { data: user } = useSuspenseQuery(read('/user'));
  const { spaces } = useContents(organizationId);
  const { data: edits } = useSuspenseQuery(readEdits(organizationId));
  const requests = useSuspenseQueries({
    queries: STATUSES.map((status) =>
      read('/orgs/{organizationId}/change-requests', {
        params: { organizationId },
        query: { status, creator: user.id, limit: 1 },
      }),
    ),
  });
  const [isDismissed, dismiss] = useDone(`next-steps:${organizationId}`);
  const [hasSeenSite, markSite] = useDone(`next-steps:${organizationId}:site`);
  const written = spaces.find(({ permissions, editMode }) => permissions.edit && editMode === 'live');
  const proposed = spaces.find(({ permissions }) => permissions.comment);
  const published = spaces.find(({ urls }) => urls.published)?.urls.published;
  const hasWritten = edits.items.length > 0;
  const hasProposed = requests.some(({ data }) => data.count > 0);
  const isPublished = published !== undefined;
  // Who may not publish is guided only where there is something to write and to read.
  if (isDismissed || spaces.length === 0 || (!mayPublish && !(written && proposed && isPublished)))
    return null;
  const isDone = (!written || hasWritten) && (!proposed || hasProposed) && isPublished && hasSeenSite;
  if (isDone) return null;
  return (
    <section aria-labelledby="next-steps" className={styles.steps}>
      <header className={styles.header}>
        <h2 id="next-steps">Next steps</h2>
        <IconButton icon={X} label="Dismiss the next steps" onClick={dismiss} />
      </header>
      <ol className={styles.list}>
        {written && (
          <Step
            icon={PenLine}
            title="Write a page"
            description={`Edit the first page of “${written.title}”. It is saved as you type.`}
            isDone={hasWritten}
            linkOf={(content) => (
              <Link
                to="/s/$spaceId/$"
                params={{ spaceId: written.id, _splat: '' }}
                search={{ edit: true }}
                className={styles.link}
              >
                {content}
              </Link>
            )}
          />
        )}
        {proposed && (
          <Step
            icon={GitPullRequest}
            title="Propose a change"
            description="Edit a page in a change request, and open it for review: others see it before it is published."
            isDone={hasProposed}
            linkOf={(content) => (
              <Link
                to="/s/$spaceId/$"
                params={{ spaceId: proposed.id, _splat: '' }}
                search={{ propose: true }}
                className={styles.link}
              >
                {content}
              </Link>
            )}
          />
        )}
        {isPublished ? (
          <Step
            icon={Globe}
            title="Open the published site"
            description="See your pages as readers see them."
            isDone={hasSeenSite}
            linkOf={(content) => (
              <a href={published} className={styles.link} onClick={markSite}>
                {content}
              </a>
            )}
          />
        ) : (
          <Step
            icon={Globe}
            title="Publish a site"
            description="Readers see your spaces under one address, with search."
            isDone={false}
            linkOf={(content) => (
              <Link
                to="/o/$organizationId/sites"
                params={{ organizationId }}
                search={{}}
                className={styles.link}
              >
                {content}
              </Link>
            )}
          />
        )}
      </ol>
    </section>
  );
};
