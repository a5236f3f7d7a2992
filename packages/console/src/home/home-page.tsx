import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { read } from '../api/queries.ts';
import { readSpaces } from '../contents/queries.ts';
import { UnsavedNotice } from '../unsaved/unsaved-notice.tsx';
import { ChangeRequestRows } from './change-request-rows.tsx';
import { EditRows } from './edit-rows.tsx';
import styles from './home-page.module.css';
import { NextSteps } from './next-steps.tsx';
import { Section } from './section.tsx';
import { pagesReadIn, ReadRows, SpaceRows } from './space-rows.tsx';
import { UnreadRows } from './unread-rows.tsx';

/** What authors and reviewers work on. */
const Work = ({ organizationId, userId }: { readonly organizationId: string; readonly userId: string }) => (
  <>
    <Section id="reviews" title="Waiting for your review">
      <ChangeRequestRows
        organizationId={organizationId}
        filter={{ requestedReviewer: userId }}
        statuses={['open']}
        empty="Nothing is waiting for your review."
      />
    </Section>
    <Section id="own" title="Your change requests">
      <ChangeRequestRows
        organizationId={organizationId}
        filter={{ creator: userId }}
        statuses={['open', 'draft']}
        isOwn
        empty="You have no open change requests and no drafts."
      />
    </Section>
    <Section id="edited" title="Edited last">
      <EditRows organizationId={organizationId} />
    </Section>
  </>
);

/** What people who only read come for, or the work of those who may comment somewhere. */
const ReadingOrWork = ({
  organizationId,
  userId,
}: {
  readonly organizationId: string;
  readonly userId: string;
}) => {
  const { data: spaces } = useSuspenseQuery(readSpaces(organizationId));
  if (spaces.some(({ permissions }) => permissions.comment))
    return <Work organizationId={organizationId} userId={userId} />;
  const pages = pagesReadIn(spaces);
  return (
    <>
      <Section id="spaces" title="Spaces">
        <SpaceRows spaces={spaces} />
      </Section>
      {pages.length > 0 && (
        <Section id="read" title="Read last">
          <ReadRows pages={pages} />
        </Section>
      )}
    </>
  );
};

/** The home of an organization: the work of the user, or the spaces of somebody who only reads. */
export const HomePage = ({ organizationId }: { readonly organizationId: string }) => {
  const { data: user } = useSuspenseQuery(read('/user'));
  const { data: organization } = useSuspenseQuery(
    read('/orgs/{organizationId}', { params: { organizationId } }),
  );
  return (
    <main id="content" tabIndex={-1} className={styles.home}>
      <h1>Home</h1>
      <UnsavedNotice />
      <Suspense>
        <NextSteps organizationId={organizationId} mayPublish={organization.permissions.createContent} />
      </Suspense>
      <div className={styles.sections}>
        <Suspense>
          {organization.permissions.createContent ? (
            <Work organizationId={organizationId} userId={user.id} />
          ) : (
            <ReadingOrWork organizationId={organizationId} userId={user.id} />
          )}
        </Suspense>
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
