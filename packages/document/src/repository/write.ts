import { configurationPath, printConfiguration } from './configuration.ts';
import { encodePath, folderOfFile, relativePath } from './paths.ts';
import { partsOf, type Repository, type RepositoryPage } from './repository.ts';
import { printSummary, type SummaryEntry } from './summary.ts';
import { printVariablesFile } from './variables-file.ts';

/** The text files of a repository by path: pages, table of contents, and configuration and variables if needed. */
export function writeRepository(repository: Repository): Map<string, string> {
  const { layout, pages, texts, variables, redirects } = repository;
  const written = new Map(texts);
  const folder = folderOfFile(layout.summary);
  written.set(layout.summary, printSummary(pages.map((page) => entryOf(page, folder))));
  const configuration = printConfiguration({ layout, redirects }, repository.configuration);
  if (configuration !== undefined) written.set(configurationPath(layout.project), configuration);
  const printed = printVariablesFile(variables, repository.variablesFile);
  if (printed !== undefined) written.set(partsOf(layout).variables, printed);
  return written;
}

const entryOf = (page: RepositoryPage, folder: string): SummaryEntry => {
  const { title } = page;
  switch (page.type) {
    case 'link':
      return { kind: 'page', title, address: page.address, children: [] };
    case 'computed':
      return { kind: 'computed', title, computed: page.computed, children: [] };
    case 'group':
      return {
        kind: page.isListedAsText ? 'title' : 'group',
        title,
        ...(page.slug === undefined ? {} : { slug: page.slug }),
        children: page.children.map((child) => entryOf(child, folder)),
      };
    case 'document':
      return {
        kind: page.isListedAsText ? 'title' : 'page',
        title,
        ...(page.path === undefined ? {} : { address: encodePath(relativePath(folder, page.path)) }),
        ...(page.linkTitle === undefined ? {} : { linkTitle: page.linkTitle }),
        children: page.children.map((child) => entryOf(child, folder)),
      };
  }
};
