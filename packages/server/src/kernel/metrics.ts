import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The metrics of `/metrics`. */
export interface Metrics {
  readonly registry: Registry;
  readonly requests: Histogram<'operation' | 'status'>;
  readonly queries: Counter;
  readonly jobFailures: Counter<'job'>;
  readonly unconfirmedEmails: Counter;
  readonly siteResponsesRendered: Counter;
}

/** Creates the metrics of a process, including its event loop delay. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'lectern_request_duration_seconds',
      help: 'Duration of requests, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    queries: new Counter({
      name: 'lectern_database_queries_total',
      help: 'Number of database queries.',
      registers: [registry],
    }),
    jobFailures: new Counter({
      name: 'lectern_job_failures_total',
      help: 'Number of failed runs of background jobs.',
      labelNames: ['job'],
      registers: [registry],
    }),
    unconfirmedEmails: new Counter({
      name: 'lectern_mails_in_doubt',
      help: 'Number of e-mails whose delivery to the mail server is unconfirmed.',
      registers: [registry],
    }),
    siteResponsesRendered: new Counter({
      name: 'lectern_site_answers_made_total',
      help: 'Number of site responses that were rendered because they were not cached.',
      registers: [registry],
    }),
  };
};
