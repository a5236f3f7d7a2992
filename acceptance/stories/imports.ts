import { expect } from 'vitest';
import { refusalOf, type Scene } from '../client.ts';

/** A file is sent, an import of it is begun into a change request, looked at, and cancelled. */
export const anImportIsBegunFollowedAndCancelled = async ({ server, clients }: Scene) => {
  const org = await server.organization('Imports');
  const [author, reader] = [clients.as(org.edit), clients.as(org.read)];
  const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
  const { data: request } = await author.spaces.createChangeRequest(space.id, { subject: 'From elsewhere' });

  const text = '# Guide\n\nFrom elsewhere.\n';
  const { data: place } = await author.orgs.generateStorageUploadUrl(org.id, {
    file: { name: 'guide.md', type: 'text/markdown', size: text.length },
    kind: 'import_file' as never,
  });
  expect((await fetch(place.url, { method: 'PUT', body: text })).status).toBe(204);

  const wish = {
    source: { type: 'file' as const, files: [place.key] },
    target: { space: space.id, changeRequest: request.id },
  };
  const { data: run } = await author.org.startImportRun(org.id, wish);
  expect(run).toMatchObject({ status: 'pending' });
  expect((await refusalOf(reader.org.startImportRun(org.id, wish))).code).toBe(403);
  expect((await refusalOf(reader.org.cancelImportRun(org.id, run.id))).code).toBe(403);
  // Later versions of the client list and follow imports.
  const { body } = await org.read.call('GET', `/org/${org.id}/imports?changeRequest=${request.id}`);
  expect(body.items).toMatchObject([{ id: run.id, status: 'pending' }]);

  const { data: cancelled } = await author.org.cancelImportRun(org.id, run.id);
  expect(cancelled).toMatchObject({ id: run.id, status: 'cancelled' });
};
