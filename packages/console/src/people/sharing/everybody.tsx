import { useState } from 'react';
import { usePages } from '../../api/use-pages.ts';
import { flatten } from '../../contents/content-node.ts';
import { useContents } from '../../contents/queries.ts';
import { Avatar } from '../../primitives/avatar.tsx';
import { ShowMore } from '../../primitives/show-more.tsx';
import rows from '../../settings/rows.module.css';
import { SearchField } from '../../settings/search-field.tsx';
import { Empty, Loading } from '../../settings/settings-page.tsx';
import { roleName } from '../roles.ts';
import { readEverybody, type SharedContent } from './content-access.ts';
import { originInWords } from './origin-words.ts';

const People = ({
  organizationId,
  content,
  search,
}: {
  readonly organizationId: string;
  readonly content: SharedContent;
  readonly search: string;
}) => {
  const { nodes } = useContents(organizationId);
  const { items: people, ...more } = usePages(
    readEverybody(content, search) as ReturnType<typeof readEverybody>,
  );
  const titles = new Map(flatten(nodes).map(({ id, title }) => [id, title]));
  if (people.length === 0) return <Empty>Nobody found.</Empty>;
  return (
    <>
      <ul className={rows.rows} aria-label="Everybody with access">
        {people.map((access) => (
          <li key={access.user.id} className={rows.row}>
            <Avatar name={access.user.displayName} photo={access.user.photoURL} />
            <span className={rows.about}>
              <span className={rows.name}>{access.user.displayName}</span>
              <span className={rows.facts}>{originInWords(access, content.id, (id) => titles.get(id))}</span>
            </span>
            <span className={rows.role}>{roleName(access.permission)}</span>
          </li>
        ))}
      </ul>
      <ShowMore {...more} />
    </>
  );
};

/** Everybody with access to a content, their role, and the reason for it. */
export const Everybody = ({
  organizationId,
  content,
}: {
  readonly organizationId: string;
  readonly content: SharedContent;
}) => {
  const [search, setSearch] = useState('');
  return (
    <>
      <div className={rows.filters}>
        <SearchField label="Name or e-mail address" text={search} onSearch={setSearch} />
      </div>
      <Loading id={search}>
        <People organizationId={organizationId} content={content} search={search} />
      </Loading>
    </>
  );
};
