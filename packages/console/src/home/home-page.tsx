import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { read } from '../api/queries.ts';
import { Button } from '../primitives/button.tsx';
import { ChangeRequestRows } from './change-request-rows.tsx';
import styles from './home-page.module.css';
import { SpaceCards } from './space-cards.tsx';

const CreateSpaceDialog = lazy(() =>
  import('../spaces/create-space-dialog.tsx').then((module) => ({ default: module.CreateSpaceDialog })),
);

const Section = ({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <Suspense fallback={<p className={styles.empty}>Loading…</p>}>{children}</Suspense>
  </section>
);

/** The home of an organization: the work of the user, and the spaces that they can see. */
export const HomePage = ({ organizationId }: { readonly organizationId: string }) => {
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  const { data: user } = useSuspenseQuery(read('/user'));
  const [isCreating, setCreating] = useState(false);
  return (
    <main id="content" tabIndex={-1} className={styles.home}>
      <header className={styles.header}>
        <h1>{organization.title}</h1>
        {organization.permissions.createContent && (
          <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
            New space
          </Button>
        )}
      </header>
      <Section id="reviews" title="Waiting for your review">
        <ChangeRequestRows
          organizationId={organizationId}
          filter={{ status: 'open', requestedReviewer: user.id }}
          empty="Nothing is waiting for your review."
        />
      </Section>
      <Section id="own" title="Your open change requests">
        <ChangeRequestRows
          organizationId={organizationId}
          filter={{ status: 'open', creator: user.id }}
          empty="You have no open change requests."
        />
      </Section>
      <Section id="spaces" title="Spaces">
        <SpaceCards organizationId={organizationId} />
      </Section>
      {isCreating && (
        <Suspense>
          <CreateSpaceDialog organizationId={organizationId} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </main>
  );
};
