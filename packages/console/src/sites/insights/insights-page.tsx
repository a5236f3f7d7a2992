import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { readAll } from '../../api/queries.ts';
import rows from '../../contents/collection-page.module.css';
import { Button } from '../../primitives/button.tsx';
import { Select } from '../../primitives/select.tsx';
import { Loading } from '../../settings/settings-page.tsx';
import { SITE, type SiteParams, useSite } from '../queries.ts';
import { type InsightsSearch, insightsSearch } from '../search.ts';
import styles from '../sites.module.css';
import { CountRanking } from './count-ranking.tsx';
import { downloadCsv } from './csv.ts';
import { EventsFile } from './events-file.tsx';
import own from './insights.module.css';
import { dayWords, LineChart } from './line-chart.tsx';
import { PageRankings, usePagesById } from './page-rankings.tsx';
import { type CountQuery, type CountRow, type PageValue, useCounts } from './queries.ts';
import { changeOf, daysOf, PERIODS, type Period, type Range, rangesOf } from './ranges.ts';
import { RANKINGS } from './rankings.ts';

const ROUTE = '/o/$organizationId/sites/$siteId/insights';
const ALL = '';

const MEASURES = ['Visitors', 'Page views', 'Visits'] as const;

interface Shown {
  readonly params: SiteParams;
  readonly current: Range;
  readonly previous: Range;
  readonly query: CountQuery;
}

const sum = (counted: readonly CountRow[], measure: number): number =>
  counted.reduce((total, { counts }) => total + (counts[measure] ?? 0), 0);

/** The counts of a measure for each day of a range. */
const byDay = (counted: readonly CountRow[], range: Range, measure: number): readonly number[] => {
  const counts = new Map(
    counted.map(({ value, counts }) => [String(value).slice(0, 10), counts[measure] ?? 0]),
  );
  return daysOf(range).map((day) => counts.get(day) ?? 0);
};

/** Visitors and page views in numbers and by day; nothing else if nobody came. */
const Overview = ({ params, current, previous, query }: Shown) => {
  const [measure, setMeasure] = useState(0);
  const daily: CountQuery = {
    ...query,
    type: 'page_view',
    groupBy: 'datetime',
    select: ['visitorsCount', 'eventsCount', 'sessionsCount'],
  };
  const now = useCounts(params, current, daily);
  const before = useCounts(params, previous, daily);
  if (now.length === 0 && before.length === 0)
    return (
      <p className={rows.empty}>
        Nobody has opened a page in this period. Views are counted on pages of the published site, without
        cookies, unless a reader asks not to be tracked.
      </p>
    );
  const earlier = byDay(before, previous, measure);
  const values = byDay(now, current, measure);
  const points = daysOf(current).map((day, at) => ({ day, value: values[at]!, before: earlier[at] ?? 0 }));
  return (
    <section aria-labelledby="visits">
      <h2 id="visits" className="sr-only">
        Visits
      </h2>
      <div className={own.tiles}>
        {MEASURES.map((title, at) => {
          const [count, last] = [sum(now, at), sum(before, at)];
          return (
            <button
              key={title}
              type="button"
              className={own.tile}
              aria-pressed={at === measure}
              onClick={() => setMeasure(at)}
            >
              <span>{title}</span>
              <strong>{count.toLocaleString()}</strong>
              <span className={own.change}>{changeOf(count, last) ?? 'Nothing before'}</span>
            </button>
          );
        })}
      </div>
      <LineChart title={MEASURES[measure]!} points={points} />
      <details className={own.numbers}>
        <summary>Show the numbers</summary>
        <div className={own.scroller}>
          <table>
            <caption className="sr-only">{MEASURES[measure]} by day</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">{MEASURES[measure]}</th>
                <th scope="col">Before</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ day, value, before }) => (
                <tr key={day}>
                  <th scope="row">{dayWords(day)}</th>
                  <td>{value.toLocaleString()}</td>
                  <td>{before.toLocaleString()}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Button
          onClick={() =>
            downloadCsv('visits', [
              ['Day', MEASURES[measure]!, 'Before'],
              ...points.map(({ day, value, before }) => [day, value, before]),
            ])
          }
        >
          <Download size={15} aria-hidden="true" /> Download as CSV
        </Button>
      </details>
    </section>
  );
};

/** The page that the insights are limited to. */
const ChosenPage = ({ page, space, onClear }: PageValue & { readonly onClear: () => void }) => (
  <p className={own.chosen}>
    Only the page <strong>{usePagesById([space]).get(page)?.title ?? 'Deleted page'}</strong>
    <Button onClick={onClear}>Show all pages</Button>
  </p>
);

/** What visitors of a site do, in a period and beside the one before. */
export const InsightsPage = () => {
  const { params, site } = useSite();
  const { period = 'month', section, space, page } = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const { data: sections } = useSuspenseQuery(readAll(`${SITE}/sections`, { params }));
  const { data: siteSpaces } = useSuspenseQuery(readAll(`${SITE}/site-spaces`, { params }));
  const show = (next: { readonly [Name in keyof InsightsSearch]: InsightsSearch[Name] | undefined }) =>
    void navigate({ search: (all) => insightsSearch({ ...all, ...next }) });
  // The same ranges until the period is chosen again, so that nothing is read twice.
  const [now] = useState(() => new Date());
  if (!site.permissions.edit)
    return (
      <div className={styles.page}>
        <p className={rows.empty}>You need the role Edit to see the insights of a site.</p>
      </div>
    );
  const [spaceOfPage, pageId] = page?.split('/') ?? [];
  const query: CountQuery = {
    siteSection: section,
    siteSpace: space,
    page: pageId === undefined ? undefined : { page: pageId, space: spaceOfPage! },
  };
  const shown: Shown = { params, ...rangesOf(period, now), query };
  const key = `${period} ${section} ${space} ${page}`;
  return (
    <div className={`${styles.page} ${own.page}`}>
      <div className={own.header}>
        <h2>Insights</h2>
        {sections.length > 1 && (
          <Select
            aria-label="Section"
            options={[
              { id: ALL, label: 'All sections' },
              ...sections.map(({ id, title }) => ({ id, label: title })),
            ]}
            value={section ?? ALL}
            onChoose={(id) => show({ section: id || undefined, space: undefined, page: undefined })}
          />
        )}
        {siteSpaces.length > 1 && (
          <Select
            aria-label="Space"
            options={[
              { id: ALL, label: 'All spaces' },
              ...siteSpaces.map(({ id, title }) => ({ id, label: title })),
            ]}
            value={space ?? ALL}
            onChoose={(id) => show({ section: undefined, space: id || undefined, page: undefined })}
          />
        )}
        <Select<Period>
          aria-label="Period"
          options={PERIODS}
          value={period}
          onChoose={(id) => show({ period: id })}
        />
      </div>
      {query.page && (
        <Loading id={page!}>
          <ChosenPage {...query.page} onClear={() => show({ page: undefined })} />
        </Loading>
      )}
      <Loading id={`visits ${key}`}>
        <Overview key={key} {...shown} />
      </Loading>
      <div className={own.cards}>
        <Loading id={`pages ${key}`}>
          <PageRankings {...shown} onChoose={(chosen) => show({ page: `${chosen.space}/${chosen.page}` })} />
        </Loading>
        {RANKINGS.map((ranking) => (
          <Loading key={ranking.id} id={`${ranking.id} ${key}`}>
            <CountRanking {...shown} ranking={ranking} />
          </Loading>
        ))}
      </div>
      {site.permissions.admin && <EventsFile params={params} now={now} />}
    </div>
  );
};
