import { expect } from 'vitest';
import { createLiveSpace } from '../../packages/server/src/testing/content-factory.ts';
import type { Scene } from '../client.ts';

/** A reader asks the assistant of a site, goes on with the conversation, and reads a response again. */
export const aReaderConversesWithASite = async ({ server, clients }: Scene) => {
  const org = await server.organization('Orchard');
  const space = await createLiveSpace(org);
  await org.admin.call('POST', `/spaces/${space}/content`, {
    changes: [{ operation: 'insert_page', title: 'Mangoes', document: { markdown: 'Mangoes are sweet.' } }],
  });
  const site = await org.site({ spaces: [space] });
  const { orgs } = clients.streamingAs(org.read);
  const respond = async (content: string, previousResponseId?: string) => {
    const events = [];
    const data = {
      input: [{ role: 'user' as const, content }],
      ...(previousResponseId !== undefined && { previousResponseId }),
    };
    for await (const event of orgs.streamAiResponseInSite(org.id, site, data)) events.push(event);
    return events;
  };
  const events = await respond('Are mangoes sweet?');
  expect(events.map(({ type }) => type)).toEqual([
    'response_start',
    'response_tool_call',
    'response_document',
    'response_finish',
  ]);
  expect(JSON.stringify(events)).toContain('Mangoes are sweet.');
  const finish = events.at(-1)!;
  const id = finish.type === 'response_finish' ? finish.responseId : '';
  const again = [];
  for await (const event of orgs.streamExistingAiResponseInSite(org.id, site, id)) again.push(event);
  expect(again).toEqual(events);
  expect((await respond('And?', id)).at(-1)!.type).toBe('response_finish');
};

/** MCP servers of a site are added, changed and removed. */
export const anAdministratorManagesMcpServersOfASite = async ({ server, clients }: Scene) => {
  const org = await server.organization('Orchard');
  const site = await org.site();
  const { orgs } = clients.as(org.create);
  const { data: made } = await orgs.createSiteMcpServer(org.id, site, {
    name: 'Carrier',
    url: 'https://mcp.example.com/mcp',
    headers: { Authorization: 'Bearer swordfish' },
  });
  expect(made.headers).toEqual({ Authorization: '••••••••' });
  const { data: renamed } = await orgs.updateSiteMcpServerById(org.id, site, made.id, { name: 'Parcels' });
  expect((await orgs.getSiteMcpServerById(org.id, site, made.id)).data).toEqual(renamed);
  expect((await orgs.listSiteMcpServers(org.id, site)).data.items).toEqual([renamed]);
  await orgs.deleteSiteMcpServerById(org.id, site, made.id);
  expect((await orgs.listSiteMcpServers(org.id, site)).data.items).toEqual([]);
};
