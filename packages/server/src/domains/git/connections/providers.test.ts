import { describe, expect, test } from 'vitest';
import { providerOf, repositoryUrls } from './providers.ts';

describe('the pages of a repository on its host', () => {
  test.each([
    ['https://github.com/acme/docs.git', 'github', 'https://github.com/acme/docs'],
    ['git@github.com:acme/docs.git', 'github', 'https://github.com/acme/docs'],
    [
      'ssh://git@gitlab.acme.test:2222/group/sub/docs.git',
      'gitlab',
      'https://gitlab.acme.test/group/sub/docs',
    ],
    ['https://bitbucket.org/acme/docs', 'bitbucket', 'https://bitbucket.org/acme/docs'],
    ['https://codeberg.org/acme/docs', 'gitea', 'https://codeberg.org/acme/docs'],
    ['https://git.example.com/docs', 'other', undefined],
    ['/srv/repositories/docs.git', 'other', undefined],
  ] as const)('%s', (url, provider, repository) => {
    expect(providerOf(url)).toBe(provider);
    expect(repositoryUrls(url, 'main', provider).repository).toBe(repository);
  });
});
