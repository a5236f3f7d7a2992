import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { VisitorOAuthService } from './responses/visitor-oauth.service.ts';

/** Background jobs of published sites. */
export const publishingJobs = ({ deleteExpired }: VisitorOAuthService): JobDefinition[] => [
  { name: 'publishing.delete-visitor-codes', cron: '41 * * * *', run: () => deleteExpired() },
];
