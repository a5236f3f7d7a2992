import type { JobDefinition } from '../../kernel/jobs/jobs.ts';
import type { OAuthService } from './oauth.service.ts';

/** Background jobs of programs that users authorize. */
export const oauthJobs = (oauth: OAuthService): JobDefinition[] => [
  { name: 'oauth.delete-unused', cron: '23 * * * *', run: () => oauth.deleteUnused() },
];
