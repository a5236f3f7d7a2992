import path from 'node:path';
import { decodeUri } from '@lectern/document';
import { expect } from 'vitest';
import { createLiveSpace } from './content-factory.ts';
import type { TestRepository } from './git-repositories.ts';
import { gitSyncOf } from './git-sync.ts';
import type { TestOrganization, TestServer } from './server.ts';

/** Matches URLs in links and attributes. */
const ADDRESS = /(?<mark>!?)(?:\[[^\]]*\]\(|(?:href|src|url)=")(?<written><[^>]*>|[^)"\s]+)/g;

// API operations are rendered instead of their files.
const OPERATION = /\{% openapi [\s\S]*?\{% endopenapi %\}/g;

/** A page of a documentation repository. */
export interface SourcePage {
  /** Its path in the repository, and in the space. */
  readonly file: string;
  readonly path: string;
  readonly title: string;
  /** The content of the file. */
  readonly markdown: string;
  /** The pages that it links to. */
  readonly links: ReadonlySet<string>;
  /** The other files that it links to. */
  readonly files: ReadonlySet<string>;
}

interface ListedPage {
  readonly title: string;
  readonly path: string;
  readonly git?: { readonly path: string };
  readonly pages?: readonly ListedPage[];
}

const flat = (pages: readonly ListedPage[]): ListedPage[] =>
  pages.flatMap((page) => [page, ...flat(page.pages ?? [])]);

/** Imports a documentation repository with git; returns its source pages. */
export const importRepository = async (
  server: TestServer,
  org: TestOrganization,
  repository: TestRepository,
  sources: Readonly<Record<string, Buffer>>,
): Promise<{ space: string; pages: readonly SourcePage[] }> => {
  const space = await createLiveSpace(org);
  const { sync, get } = gitSyncOf(server, org, space, repository);
  await repository.commit(sources);
  expect(await sync('import')).toMatchObject({ state: 'success' });

  const listed = flat((await get('/content/pages')).pages).filter(({ git }) => git !== undefined);
  const known = new Set(listed.map(({ git }) => git!.path));
  /** The file that a link in another file refers to, if it exists. */
  const meant = (from: string, address: string): string | undefined => {
    if (/^(?:[a-z][\w+.-]*:|#|\/)/i.test(address) || address === '') return undefined;
    const target = decodeUri(address.split('#')[0]!);
    const joined = path.posix.join(path.posix.dirname(from), target).replace(/\/$/, '');
    return [joined, `${joined}/README.md`, joined === '.' ? 'README.md' : ''].find((one) =>
      Object.hasOwn(sources, one),
    );
  };
  const pages = listed.map(({ title, path: at, git }, index): SourcePage => {
    const file = git!.path;
    const markdown = String(sources[file]);
    const links = new Set<string>();
    const files = new Set<string>();
    for (const { groups } of markdown.replaceAll(OPERATION, '').matchAll(ADDRESS)) {
      const target = meant(file, groups!.written!.replace(/^<(.*)>$/, '$1'));
      if (target === undefined) continue;
      if (known.has(target)) links.add(target);
      else if (!target.endsWith('.md') && groups!.mark === '') files.add(target);
    }
    return { file, path: index === 0 ? '' : at, title, markdown, links, files };
  });
  return { space, pages };
};
