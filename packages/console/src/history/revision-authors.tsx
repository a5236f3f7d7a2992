import { Avatar } from '../primitives/avatar.tsx';
import type { RevisionSummary } from './revision-words.ts';

type Authors = Pick<RevisionSummary, 'authors'>;

const MAX_PICTURES = 3;
const list = new Intl.ListFormat('en');

/** The people who wrote a revision, in words. */
export const authorsInWords = ({ authors }: Authors): string =>
  list.format(authors.map(({ displayName }) => displayName));

/** The people who wrote a revision, with their pictures. */
export const RevisionAuthors = ({ revision }: { readonly revision: Authors }) => (
  <>
    {revision.authors.slice(0, MAX_PICTURES).map(({ id, displayName, photoURL }) => (
      <Avatar key={id} name={displayName} photo={photoURL} />
    ))}
    {authorsInWords(revision)}
  </>
);
