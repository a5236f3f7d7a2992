import { expect } from 'vitest';
import { createRepositories } from '../../packages/server/src/testing/git-repositories.ts';
import { startServer } from '../../packages/server/src/testing/server.ts';
import { createClients } from '../client.ts';

/** A space is imported from a repository, read, and exported to another branch of it. */
export const aRepositoryIsImportedAndExported = async () => {
  const repositories = await createRepositories();
  // Private addresses must be allowed explicitly.
  const server = await startServer({ config: { egressAllow: '127.0.0.1' } });
  const clients = createClients(server);
  try {
    const repository = await repositories.repository();
    await repository.commit({ 'README.md': '# Home\n\nRead [more](more.md).\n', 'more.md': '# More\n' });
    const org = await server.organization('Git');
    const admin = clients.as(org.admin);
    const { data: space } = await admin.orgs.createSpace(org.id, { title: 'Handbook' });
    expect(space.permissions.triggerGitSync).toBe(true);
    const served = await repositories.serve();
    const url = served.urlOf(repository);
    const done = async () => {
      await server.app.services.gitOperations.run({ organization_id: org.id, id: space.id });
      const { body } = await org.admin.call('GET', `/spaces/${space.id}/git/operation`);
      expect(body).toMatchObject({ state: 'success' });
    };
    await admin.spaces.importGitRepository(space.id, { url, ref: 'refs/heads/main' });
    await done();
    const { data: info } = await admin.spaces.getSpaceGitInfo(space.id);
    expect(info.repoName).toContain('r1');
    const { data } = await admin.spaces.listPages(space.id);
    expect(data.pages.map(({ title }) => title)).toEqual(['Home', 'More']);
    await admin.spaces.exportToGitRepository(space.id, {
      url,
      ref: 'refs/heads/copy',
      commitMessage: 'Write it down',
    });
    await done();
    expect(Object.keys(await repository.files('copy'))).toEqual(['README.md', 'SUMMARY.md', 'more.md']);
    await served.close();
  } finally {
    await server.close();
    await repositories.close();
  }
};
