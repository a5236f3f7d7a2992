import { useSuspenseQuery } from '@tanstack/react-query';
import { read } from '../api/queries.ts';
import { Avatar } from '../primitives/avatar.tsx';
import { participantsIn } from './participant-list.ts';
import { CHANGE_REQUEST, type ChangeRequestParams } from './queries.ts';
import styles from './reviewers.module.css';

/** The people who edited a change request or commented on it. */
export const Participants = ({ params }: { readonly params: ChangeRequestParams }) => {
  const { data } = useSuspenseQuery(read(`${CHANGE_REQUEST}/contributors`, { params }));
  const people = participantsIn(data.items);
  return (
    <section aria-labelledby="participants-title" className={styles.section}>
      <h2 id="participants-title" className={styles.title}>
        Participants
      </h2>
      {people.length === 0 && <p className={styles.nobody}>Nobody has edited or commented yet.</p>}
      <ul className={styles.people}>
        {people.map(({ user, words }) => (
          <li key={user.id} className={styles.person}>
            <Avatar name={user.displayName} photo={user.photoURL} />
            <span className={styles.name}>
              {user.displayName}
              <span className={styles.verdict}>{words}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
