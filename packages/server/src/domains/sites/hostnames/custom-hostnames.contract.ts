import Type from 'typebox';
import { Empty, Id, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

const PATH = '/custom-hostnames/{hostname}';

/** Custom hostnames of sites. */
export const customHostnamesContract = {
  getCustomHostname: operation({
    method: 'GET',
    path: PATH,
    summary: 'Get the site that uses a custom hostname',
    permission: 'authenticated',
    scope: 'site',
    responses: {
      200: Type.Object({
        object: Type.Literal('custom-hostname'),
        hostname: Type.String(),
        target: Type.Object({ type: Type.Literal('site'), site: Id }),
        isActive: Type.Boolean(),
        urls: Type.Object({ location: Url }),
      }),
    },
  }),
  dnsRevalidateCustomHostname: operation({
    method: 'PATCH',
    path: PATH,
    summary:
      'Revalidate a custom hostname; has no effect, because a hostname works as soon as its DNS record points to this server',
    permission: 'authenticated',
    scope: 'site',
    responses: { 204: Empty },
  }),
  removeCustomHostname: operation({
    method: 'DELETE',
    path: PATH,
    summary: 'Remove a custom hostname from its site',
    permission: 'authenticated',
    scope: 'site',
    responses: { 204: Empty },
  }),
};
