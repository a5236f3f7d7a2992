import Type from 'typebox';
import { operation } from '../../../kernel/contract/operation.ts';
import { onSite } from '../../sites/index.ts';

/** The export of events for a data warehouse. */
export const exportsContract = {
  exportSiteEvents: operation({
    method: 'GET',
    path: '/exports/orgs/{organizationId}/sites/{siteId}/events/{day}',
    kind: 'content',
    summary:
      'Download the events of a day such as `2026-11-19` as a gzip-compressed CSV file, which is written while it is sent',
    permission: onSite('admin'),
    responses: { 200: Type.String() },
  }),
};
