import Type from 'typebox';
import { Empty, Id, Url } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';

const PATH = '/custom-hostnames/{hostname}';

/** The hostnames that sites have for themselves. */
export const customHostnamesContract = {
  getCustomHostname: operation({
    method: 'GET',
    path: PATH,
    summary: 'Which of your sites has a hostname for itself',
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
    summary: 'Nothing to wait for: a hostname is good here as soon as it leads to this server',
    permission: 'authenticated',
    scope: 'site',
    responses: { 204: Empty },
  }),
  removeCustomHostname: operation({
    method: 'DELETE',
    path: PATH,
    summary: 'Take the hostname from the site that has it',
    permission: 'authenticated',
    scope: 'site',
    responses: { 204: Empty },
  }),
};
