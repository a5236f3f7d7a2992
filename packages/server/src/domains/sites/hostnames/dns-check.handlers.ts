import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { Links } from '../../../kernel/links.ts';
import type { dnsCheckContract } from './dns-check.contract.ts';
import { checkDns, findDnsRecords } from './dns-check.ts';

/** Maps operations to service calls and responses. */
export const dnsCheckHandlers = (links: Links): Handlers<typeof dnsCheckContract> => ({
  getSiteDnsCheck: async ({ subject }) => ({
    object: 'site-dns-check',
    ...(await checkDns(subject.hostname, new URL(links.appUrl('/')).hostname, findDnsRecords)),
  }),
});
