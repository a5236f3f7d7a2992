import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../primitives/button.tsx';
import type { SiteParams } from '../queries.ts';
import styles from './insights.module.css';

const DAY_MS = 24 * 60 * 60 * 1000;

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** All events of a day as a file, for a data warehouse. */
export const EventsFile = ({ params, now }: { readonly params: SiteParams; readonly now: Date }) => {
  const [day, setDay] = useState(() => dateOf(now.getTime() - DAY_MS));
  const [organization, site] = [params.organizationId, params.siteId].map(encodeURIComponent);
  return (
    <section aria-labelledby="events-file" className={styles.file}>
      <h2 id="events-file">Events of a day</h2>
      <p>Every event as a row of a compressed CSV file, for a data warehouse. Days are in UTC.</p>
      <input
        type="date"
        aria-label="Day"
        value={day}
        max={dateOf(now.getTime())}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button
        icon={Download}
        disabled={day === ''}
        onClick={() => window.location.assign(`/exports/orgs/${organization}/sites/${site}/events/${day}`)}
      >
        Download events
      </Button>
    </section>
  );
};
