import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What `/metrics` shows. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'operation' | 'status'>;
  readonly queries: Counter;
  readonly jobFailures: Counter<'job'>;
  readonly unconfirmedEmails: Counter;
  readonly siteResponsesRendered: Counter;
}

/** Metrics of one process, the delay of its event loop among them. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'lectern_request_duration_seconds',
      help: 'How long requests took, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    queries: new Counter({
      name: 'lectern_database_queries_total',
      help: 'How many queries were sent to the database.',
      registers: [registry],
    }),
    jobFailures: new Counter({
      name: 'lectern_job_failures_total',
      help: 'How many runs of background jobs failed.',
      labelNames: ['job'],
      registers: [registry],
    }),
    unconfirmedEmails: new Counter({
      name: 'lectern_mails_in_doubt',
      help: 'How many mails may or may not have been taken by the mail server.',
      registers: [registry],
    }),
    siteResponsesRendered: new Counter({
      name: 'lectern_site_answers_made_total',
      help: 'How many answers of sites had to be made, because none was kept.',
      registers: [registry],
    }),
  };
};
