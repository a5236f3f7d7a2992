import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { read } from '../api/queries.ts';
import { UnsavedNotice } from '../unsaved/unsaved-notice.tsx';
import { ChangeRequestRows } from './change-request-rows.tsx';
import { EditRows } from './edit-rows.tsx';
import styles from './home-page.module.css';
import { NextSteps } from './next-steps.tsx';
import { Section } from './section.tsx';
import { UnreadRows } from './unread-rows.tsx';

/** The home of an organization: the work of the user. */
export const HomePage = ({ organizationId }: { readonly organizationId: string }) => {
  const { data: user } = useSuspenseQuery(read('/user'));
  return (
    <main id="content" tabIndex={-1} className={styles.home}>
      <h1>Home</h1>
      <UnsavedNotice />
      <Suspense>
        <NextSteps organizationId={organizationId} />
      </Suspense>
      <div className={styles.sections}>
        <Section id="reviews" title="Waiting for your review">
          <ChangeRequestRows
            organizationId={organizationId}
            filter={{ requestedReviewer: user.id }}
            statuses={['open']}
            empty="Nothing is waiting for your review."
          />
        </Section>
        <Section id="own" title="Your change requests">
          <ChangeRequestRows
            organizationId={organizationId}
            filter={{ creator: user.id }}
            statuses={['open', 'draft']}
            isOwn
            empty="You have no open change requests and no drafts."
          />
        </Section>
        <Section id="edited" title="Edited last">
          <EditRows organizationId={organizationId} />
        </Section>
        <Section
          id="unread"
          title="Unread notifications"
          more={
            <Link to="/inbox" className={styles.more}>
              Open the inbox
            </Link>
          }
        >
          <UnreadRows />
        </Section>
      </div>
    </main>
  );
};
