import { expect, vi } from 'vitest';
import { type Person, startServer } from '../../packages/server/src/testing/server.ts';
import type { Scene } from '../client.ts';

// No version of the client knows notifications: what the console sends is sent by hand.
const toldTo = async (person: Person) => (await person.call('GET', '/user/notifications')).body;

/** Who is asked for a review is told of it, and who asked is told of the verdict. */
export const peopleAreToldOfReviews = async ({ server, clients }: Scene) => {
  const org = await server.organization('Told');
  const author = clients.as(org.edit);
  const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
  const { data: request } = await author.spaces.createChangeRequest(space.id, { subject: 'Say more' });
  const worker = await startServer({ connectionString: server.connectionString, roles: ['api', 'worker'] });
  try {
    await author.spaces.requestReviewersForChangeRequest(space.id, request.id, { users: [org.review.id] });
    await vi.waitFor(async () => expect((await toldTo(org.review)).unread).toBe(1), { timeout: 20_000 });
    const [asked] = (await toldTo(org.review)).items;
    expect(asked).toMatchObject({ kind: 'review-requested', changeRequest: { id: request.id } });
    const at = `/spaces/${space.id}/change-requests/${request.id}`;
    expect((await org.review.call('POST', `${at}/reviews`, { status: 'approved' })).status).toBe(201);
    await vi.waitFor(async () => expect((await toldTo(org.edit)).unread).toBe(1), { timeout: 20_000 });
    expect((await toldTo(org.edit)).items).toMatchObject([
      { kind: 'review-submitted', actor: { id: org.review.id }, review: { status: 'approved' } },
    ]);
  } finally {
    await worker.close();
  }
  const { body: read } = await org.review.call('POST', '/user/notifications/read');
  expect(read).toEqual({ unread: 0 });
};
