import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onIntegration } from '../integrations.contract.ts';

/** Development mode: events go to the author's machine. */
export const developmentContract = {
  setIntegrationDevelopmentMode: operation({
    method: 'PUT',
    path: '/integrations/{integrationName}/dev',
    summary: 'Start development mode: send events to a tunnel instead of the published script',
    permission: onIntegration('admin'),
    body: Type.Object({
      tunnelUrl: Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'The URL that events are posted to, for twelve hours',
      }),
      all: Type.Optional(
        Type.Boolean({ description: 'Send events of all installations, not only of those of the owner' }),
      ),
    }),
    responses: { 204: Empty },
  }),
  disableIntegrationDevelopmentMode: operation({
    method: 'DELETE',
    path: '/integrations/{integrationName}/dev',
    summary: 'End development mode',
    permission: onIntegration('admin'),
    responses: { 205: Empty },
  }),
};
