import { expect } from 'vitest';
import { ChangeRequestStatus, type Scene } from '../client.ts';

const ASKED = [
  'My new card has not arrived yet',
  'I still have not received my card',
  'When will my card arrive?',
];

/** Support conversations are clustered, and a change request is created for a cluster. */
export const conversationsLeadToAChangeRequest = async ({ server, clients }: Scene) => {
  const org = await server.organization('Desk');
  const [sender, author, reader] = [clients.as(org.create), clients.as(org.edit), clients.as(org.read)];
  await sender.orgs.ingestConversation(
    org.id,
    ASKED.map((body, i) => ({ id: `ticket-${i}`, parts: [{ type: 'message', role: 'user', body }] })),
  );
  // A process with the role `worker` does this by itself.
  const { process, consolidate } = server.app.services.conversationProcessing;
  await process(org.id);
  await consolidate(org.id, 1);
  const { data: clusters } = await reader.orgs.listConversationsIssuesClusters(org.id, { orderBy: 'issues' });
  expect(clusters.items).toMatchObject([{ stats: { issues: ASKED.length, conversations: ASKED.length } }]);
  const cluster = clusters.items[0]!;
  expect(ASKED).toContain(cluster.label);
  expect(cluster.weeklyPulse.at(-1)).toBe(ASKED.length);
  const { data: issues } = await reader.orgs.listConversationsIssues(org.id, { cluster: cluster.id });
  expect(issues.items.map(({ issue }) => issue.title).sort()).toEqual([...ASKED].sort());
  const { issue, conversation } = issues.items[0]!;
  const { data: one } = await reader.orgs.getConversationById(org.id, conversation.id);
  expect(one.parts).toEqual([{ type: 'message', role: 'user', body: issue.title }]);
  expect((await reader.orgs.getConversationIssueById(org.id, issue.id)).data.issue).toEqual(issue);
  expect((await reader.orgs.listConversations(org.id)).data.count).toBe(ASKED.length);
  expect((await reader.orgs.getConversationsIssuesCluster(org.id, cluster.id)).data.id).toBe(cluster.id);

  const space = await org.space('Help');
  // This version of the client does not have the field.
  const created = await org.edit.call('POST', `/spaces/${space}/change-requests`, {
    subject: 'When cards arrive',
    conversationsIssuesCluster: cluster.id,
  });
  const { data: found } = await author.spaces.listChangeRequestsForSpace(space, {
    status: ChangeRequestStatus.Draft,
    conversationsIssuesCluster: cluster.id,
  });
  expect(found.items.map(({ id }) => id)).toEqual([created.body.id]);
};
