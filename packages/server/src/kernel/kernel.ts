import type { Clock } from './clock.ts';
import type { OpenDatabase } from './database/database.ts';
import type { Egress } from './egress.ts';
import type { Events } from './events/events.ts';
import type { NewId } from './ids.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Links } from './links.ts';
import type { Seals } from './seals.ts';

/** What every domain may use; each service takes only the parts it needs. */
export interface Kernel extends Pick<OpenDatabase, 'db' | 'transaction'> {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly events: Events;
  readonly jobs: Jobs;
  readonly links: Links;
  readonly seals: Seals;
  readonly egress: Egress;
  /** Resolves when this process has heard all that was announced until now. */
  readonly caughtUp: () => Promise<void>;
}
