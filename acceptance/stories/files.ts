import { expect } from 'vitest';
import { PIXEL } from '../../packages/server/src/testing/edit-content.ts';
import { errorOf, type Scene } from '../client.ts';

const svg = (side: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`).toString(
    'base64',
  );

/** An image and its page are added in a change request, replaced and merged. */
export const anImageIsUploadedShownAndReplaced = async ({ server, clients }: Scene) => {
  const org = await server.organization('Files');
  const [author, reviewer, reader] = [clients.as(org.edit), clients.as(org.review), clients.as(org.read)];
  const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
  const { data: request } = await author.spaces.createChangeRequest(space.id, { subject: 'A picture' });

  // This version of the client cannot edit content.
  const at = `/spaces/${space.id}/change-requests/${request.id}/content`;
  const { body } = await org.edit.call('POST', `${at}?compat=false`, {
    changes: [
      {
        operation: 'insert_files',
        files: [{ ref: 'plan.svg', name: 'plan.svg', base64: svg(10), contentType: 'image/svg+xml' }],
      },
      { operation: 'insert_page', title: 'Plan', document: { markdown: '![The plan](./plan.svg)' } },
    ],
  });
  const [{ id }] = body.insertedFiles;
  const { data: files } = await reader.spaces.listFilesInChangeRequestById(space.id, request.id);
  expect(files.items).toEqual(body.insertedFiles);
  const { data: uses } = await reader.spaces.listChangeRequestFileBacklinks(space.id, request.id, id);
  expect(uses.items).toMatchObject([{ kind: 'page', page: { title: 'Plan' } }]);
  expect((await errorOf(reader.spaces.getFileById(space.id, id))).code).toBe(404);

  await reviewer.spaces.mergeChangeRequest(space.id, request.id);
  const { data: merged } = await reader.spaces.getFileById(space.id, id);
  expect(merged).toMatchObject({ contentType: 'image/svg+xml', dimensions: { width: 10, height: 10 } });
  // Browsers request it without a token.
  const picture = await fetch(merged.downloadURL);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);

  const { data: next } = await author.spaces.createChangeRequest(space.id, { subject: 'A larger one' });
  await org.edit.call('POST', `/spaces/${space.id}/change-requests/${next.id}/content`, {
    changes: [{ operation: 'update_file', file: id, base64: svg(20), contentType: 'image/svg+xml' }],
  });
  const { data: changes } = await reader.spaces.getChangeRequestChanges(space.id, next.id);
  expect(changes.changes).toMatchObject([{ type: 'file_edited', file: { id, name: 'plan.svg' } }]);
  await reviewer.spaces.mergeChangeRequest(space.id, next.id);
  const { data: larger } = await reader.spaces.listFiles(space.id);
  expect(larger.items).toMatchObject([{ id, dimensions: { width: 20, height: 20 } }]);
};

/** A photo is uploaded, shown resized in a change request, and merged. */
export const aFileIsUploadedAsBytes = async ({ server, clients }: Scene) => {
  const org = await server.organization('Photos');
  const [author, reviewer, reader] = [clients.as(org.edit), clients.as(org.review), clients.as(org.read)];
  const { data: space } = await clients.as(org.admin).orgs.createSpace(org.id, { title: 'Handbook' });
  const { data: request } = await author.spaces.createChangeRequest(space.id, { subject: 'A photo' });

  // This operation is an extension of Lectern, which the client does not have.
  const form = new FormData();
  form.append('file', new Blob([PIXEL]), 'photo.png');
  form.append('changeRequest', request.id);
  const { status, body: photo } = await org.edit.call('POST', `/spaces/${space.id}/files`, form);
  expect([status, photo.contentType]).toEqual([201, 'image/png']);
  const { data: files } = await reader.spaces.listFilesInChangeRequestById(space.id, request.id);
  expect(files.items).toEqual([photo]);
  expect((await errorOf(reader.spaces.getFileById(space.id, photo.id))).code).toBe(404);

  await reviewer.spaces.mergeChangeRequest(space.id, request.id);
  const { data: merged } = await reader.spaces.getFileById(space.id, photo.id);
  const small = await fetch(`${merged.downloadURL}?width=64`);
  expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
};
