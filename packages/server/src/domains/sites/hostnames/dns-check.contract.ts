import Type from 'typebox';
import { OneOf } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../sites.contract.ts';

const Names = Type.Array(Type.String());

/** The check of the DNS records of a site's hostname. */
export const dnsCheckContract = {
  getSiteDnsCheck: operation({
    method: 'GET',
    path: '/orgs/{organizationId}/sites/{siteId}/dns',
    summary: 'Check the DNS records of the hostname of a site (extension)',
    permission: onSite('admin'),
    responses: {
      200: Type.Object({
        object: Type.Literal('site-dns-check'),
        hostname: Type.Optional(Type.String()),
        record: Type.Object(
          { type: OneOf(['CNAME', 'A', 'AAAA']), value: Type.String() },
          { description: 'The record to set' },
        ),
        found: Type.Object({ cname: Names, addresses: Names }),
        state: Type.Unsafe<'no-hostname' | 'missing' | 'elsewhere' | 'correct'>({
          ...OneOf(['no-hostname', 'missing', 'elsewhere', 'correct']),
          description: '`elsewhere`: there are records, but they do not lead to this server',
        }),
      }),
    },
  }),
};
