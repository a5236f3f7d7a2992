import Type from 'typebox';
import { Empty } from '../../../kernel/contract/common-schemas.ts';
import { operation } from '../../../kernel/contract/operation.ts';
import { onIntegration } from '../integrations.contract.ts';

/** Development mode: events go to the author's machine. */
export const developmentContract = {
  setIntegrationDevelopmentMode: operation({
    method: 'PUT',
    path: '/integrations/{integrationName}/dev',
    summary: 'Send the events of an integration to an address instead of to what is published',
    permission: onIntegration('admin'),
    body: Type.Object({
      tunnelUrl: Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'Where events are posted, for twelve hours after they were last asked for',
      }),
      all: Type.Optional(
        Type.Boolean({ description: 'Events of every installation, not only of those of the owner' }),
      ),
    }),
    responses: { 204: Empty },
  }),
  disableIntegrationDevelopmentMode: operation({
    method: 'DELETE',
    path: '/integrations/{integrationName}/dev',
    summary: 'Send the events of an integration to what is published again',
    permission: onIntegration('admin'),
    responses: { 205: Empty },
  }),
};
