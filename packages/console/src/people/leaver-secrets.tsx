import { Link } from '@tanstack/react-router';
import styles from './member-ownership-dialog.module.css';
import { createdThings, type Ownership } from './ownership-words.ts';

const PLACES = {
  shareLinks: ({ organizationId }: { readonly organizationId: string }) => (
    <Link to="/o/$organizationId/sites" params={{ organizationId }} search={{}}>
      Sites
    </Link>
  ),
  webhooks: ({ organizationId }: { readonly organizationId: string }) => (
    <Link to="/o/$organizationId/~/settings/webhooks" params={{ organizationId }}>
      Webhooks
    </Link>
  ),
  scimTokens: ({ organizationId }: { readonly organizationId: string }) => (
    <Link to="/o/$organizationId/~/settings/sso" params={{ organizationId }}>
      Sign-in
    </Link>
  ),
  inviteLinks: ({ organizationId }: { readonly organizationId: string }) => (
    <Link to="/o/$organizationId/~/settings/invites" params={{ organizationId }}>
      Invite links
    </Link>
  ),
};

const Things = ({
  organizationId,
  title,
  things,
}: {
  readonly organizationId: string;
  readonly title: string;
  readonly things: ReturnType<typeof createdThings>;
}) =>
  things.length > 0 && (
    <>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.owned}>
        {things.map(({ kind, count, titles }) => {
          const Place = PLACES[kind];
          return (
            <li key={kind}>
              <strong>{count}</strong> <span className={styles.titles}>{titles}</span>{' '}
              <Place organizationId={organizationId} />
            </li>
          );
        })}
      </ul>
    </>
  );

/** Links and secrets of a member who loses access: which of them end, and which go on to work. */
export const LeaverSecrets = ({
  organizationId,
  created,
  isAdministrator,
}: {
  readonly organizationId: string;
  readonly created: Ownership['created'];
  readonly isAdministrator: boolean;
}) => {
  const things = createdThings(created);
  const ending = things.filter(({ kind }) => kind === 'inviteLinks');
  return (
    <>
      <Things
        organizationId={organizationId}
        title="They may know these, which go on to work: replace or delete what should not"
        things={things.filter((each) => !ending.includes(each))}
      />
      <Things
        organizationId={organizationId}
        title="With these nobody can join afterwards: make new ones"
        things={ending}
      />
      {isAdministrator && (
        <p className={styles.nothing}>
          Administrators can also see share links of others and the visitor keys of sites: replace those that
          matter.
        </p>
      )}
    </>
  );
};
