import { expect } from 'vitest';
import { errorOf, type Scene } from '../client.ts';

/** A file is uploaded, and its import into a change request is started, read and cancelled. */
export const anImportIsStartedAndCancelled = async ({ server, clients }: Scene) => {
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

  const importRequest = {
    source: { type: 'file' as const, files: [place.key] },
    target: { space: space.id, changeRequest: request.id },
  };
  const { data: run } = await author.org.startImportRun(org.id, importRequest);
  expect(run).toMatchObject({ status: 'pending' });
  expect((await errorOf(reader.org.startImportRun(org.id, importRequest))).code).toBe(403);
  expect((await errorOf(reader.org.cancelImportRun(org.id, run.id))).code).toBe(403);
  // This version of the client cannot list imports.
  const { body } = await org.read.call('GET', `/org/${org.id}/imports?changeRequest=${request.id}`);
  expect(body.items).toMatchObject([{ id: run.id, status: 'pending' }]);

  const { data: cancelled } = await author.org.cancelImportRun(org.id, run.id);
  expect(cancelled).toMatchObject({ id: run.id, status: 'cancelled' });
};
