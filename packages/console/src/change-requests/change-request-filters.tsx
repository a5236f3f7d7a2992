import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { read } from '../api/queries.ts';
import { TextInput } from '../primitives/field.tsx';
import styles from './change-requests-page.module.css';
import { PersonFilter } from './person-filter.tsx';
import { type ChangeRequestsSearch, changeRequestsSearch } from './search.ts';

const STATUSES = ['open', 'draft', 'merged', 'archived'] as const;
const TYPING_MS = 300;

/** The filters of a list of change requests: status, text, author and reviewer, all in the address. */
export const ChangeRequestFilters = ({
  spaceId,
  search,
}: {
  readonly spaceId: string;
  readonly search: ChangeRequestsSearch;
}) => {
  const navigate = useNavigate();
  const { data: user } = useSuspenseQuery(read('/user'));
  const { data: space } = useSuspenseQuery(read('/spaces/{spaceId}', { params: { spaceId } }));
  const [text, setText] = useState(search.text ?? '');
  const filter = (change: { [Name in keyof ChangeRequestsSearch]?: string | undefined }) =>
    void navigate({
      to: '/s/$spaceId/~/changes',
      params: { spaceId },
      search: changeRequestsSearch({ ...search, ...change }),
      replace: true,
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed changes the address, not the other way round
  useEffect(() => {
    if (text.trim() === (search.text ?? '')) return undefined;
    const timer = setTimeout(() => filter({ text: text.trim() }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { author: _, reviewer: __, ...others } = search;
  const people = [
    { name: 'Everyone’s', search: others, isChosen: !search.author && !search.reviewer },
    {
      name: 'Created by me',
      search: { ...others, author: user.id },
      isChosen: search.author === user.id && !search.reviewer,
    },
    {
      name: 'Waiting for my review',
      search: { ...others, reviewer: user.id },
      isChosen: search.reviewer === user.id && !search.author,
    },
  ];
  return (
    <>
      <div className={styles.filters}>
        <nav aria-label="Status" className={styles.tabs}>
          {STATUSES.map((status) => (
            <Link
              key={status}
              to="/s/$spaceId/~/changes"
              params={{ spaceId }}
              search={changeRequestsSearch({ ...search, status })}
              className={styles.tab}
              aria-current={(search.status ?? 'open') === status ? 'page' : undefined}
            >
              {status}
            </Link>
          ))}
        </nav>
        <nav aria-label="People" className={styles.tabs}>
          {people.map(({ name, search: shown, isChosen }) => (
            <Link
              key={name}
              to="/s/$spaceId/~/changes"
              params={{ spaceId }}
              search={shown}
              className={styles.tab}
              aria-current={isChosen ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      </div>
      <div className={styles.search}>
        <TextInput
          type="search"
          aria-label="Search"
          placeholder="Words of the subject, or a number"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <PersonFilter
          label="Author"
          organizationId={space.organization}
          userId={search.author}
          onChoose={(author) => filter({ author })}
        />
        <PersonFilter
          label="Reviewer"
          organizationId={space.organization}
          userId={search.reviewer}
          onChoose={(reviewer) => filter({ reviewer })}
        />
      </div>
    </>
  );
};
