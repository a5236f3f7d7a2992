import { useState } from 'react';
import type { ItemOf } from '../../api/operations.ts';
import { readPages } from '../../api/queries.ts';
import { usePages } from '../../api/use-pages.ts';
import { RelativeTime } from '../../primitives/relative-time.tsx';
import { Select } from '../../primitives/select.tsx';
import { ShowMore } from '../../primitives/show-more.tsx';
import { Loading } from '../../settings/settings-page.tsx';
import { SITE, type SiteParams, useSite } from '../queries.ts';
import styles from '../sites.module.css';
import own from './feedback.module.css';

const FEEDBACK = `${SITE}/feedback` as const;
const SHOWN = 50;

type Feedback = ItemOf<typeof FEEDBACK>;
type Rating = NonNullable<Feedback['rating']>;

const RATINGS: Readonly<Record<Rating, string>> = {
  good: 'Helpful',
  ok: 'Partly helpful',
  bad: 'Not helpful',
};
const FILTERS = [
  { id: '', label: 'All ratings' },
  { id: 'bad', label: RATINGS.bad },
  { id: 'ok', label: RATINGS.ok },
  { id: 'good', label: RATINGS.good },
] as const;
type Filter = (typeof FILTERS)[number]['id'];

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

const Row = ({ feedback }: { readonly feedback: Feedback }) => {
  const { rating, comment, goal, pageUrl, source, createdAt } = feedback;
  return (
    <li className={own.row}>
      {rating && (
        <span className={own.rating} data-rating={rating}>
          {RATINGS[rating]}
        </span>
      )}
      <span className={own.facts}>
        {pageUrl && (
          <a href={pageUrl} target="_blank" rel="noreferrer">
            {pathOf(pageUrl)}
          </a>
        )}
        {source === 'mcp' && <span>from an agent</span>}
        <RelativeTime time={createdAt} />
      </span>
      {comment && <p className={own.comment}>{comment}</p>}
      {goal && <p className={own.comment}>Looked for: {goal}</p>}
    </li>
  );
};

const List = ({ params, rating }: { readonly params: SiteParams; readonly rating: Filter }) => {
  const { items, ...more } = usePages(
    readPages(FEEDBACK, { params, query: { limit: SHOWN, ...(rating !== '' && { rating }) } }),
  );
  if (items.length === 0)
    return (
      <p className={own.empty}>
        {rating === ''
          ? 'No reader has rated a page yet. The question below each page is switched on in Customization, Pages.'
          : 'No reader has given this rating.'}
      </p>
    );
  return (
    <>
      <ul className={own.list} aria-label="Feedback">
        {items.map((feedback) => (
          <Row key={feedback.id} feedback={feedback} />
        ))}
      </ul>
      {more.hasNextPage && (
        <p className={styles.more}>
          <ShowMore {...more} />
        </p>
      )}
    </>
  );
};

/** `/o/$organizationId/sites/$siteId/feedback`: what readers and agents say about the pages of a site. */
export const FeedbackPage = () => {
  const { params } = useSite();
  const [rating, setRating] = useState<Filter>('');
  return (
    <section aria-labelledby="feedback" className={styles.page}>
      <div className={styles.sectionHeader}>
        <h2 id="feedback">Feedback of readers</h2>
        <Select<Filter> aria-label="Rating" options={FILTERS} value={rating} onChoose={setRating} />
      </div>
      <Loading id={rating}>
        <List key={rating} params={params} rating={rating} />
      </Loading>
    </section>
  );
};
