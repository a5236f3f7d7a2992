import { decodeUri } from '../decode-uri.ts';
import { isScript } from '../sanitize.ts';
import {
  type Configuration,
  configurationPath,
  type RepositoryLayout,
  readConfiguration,
} from './configuration.ts';
import { inferredSummary } from './inferred-summary.ts';
import {
  folderOfFile,
  isAbsoluteUrl,
  isSafePath,
  isWithin,
  joinPath,
  nameOfFile,
  rootedPaths,
} from './paths.ts';
import {
  canBePage,
  isMarkdown,
  pagePathsAt,
  partsOf,
  type Repository,
  type RepositoryPage,
  type RepositoryProblem,
  type SourceFile,
} from './repository.ts';
import { isSitePath, parseSummary, type SummaryEntry } from './summary.ts';
import { readVariablesFile } from './variables-file.ts';

// The maximum depth of pages in a space.
const MAX_DEPTH = 31;

/** Addresses in the source of a page; false matches are harmless. */
const addresses =
  /\]\(\s*(?:<([^>\n]*)>|([^)\s]+))|(?:href|src|srcset|url|cover|coverDark)\s*[=:]\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s>"']+))|^[ \t]*\[[^\]\n]+\]:\s*(?:<([^>\n]*)>|(\S+))/gm;

/** File types that are imported from any folder: media and downloads, but not code. */
const isAsset =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|pdf|docx?|xlsx?|pptx?|od[tsp]|csv|tsv|txt|zip|gz|mp4|webm|mov|mp3|wav|ogg|json|ya?ml|drawio)$/i;

type Report = (path: string, message: string) => void;

/** The files of a repository with its configuration. */
interface RepositoryFiles {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly configurationFile: string;
  readonly configuration: Configuration;
  readonly parts: ReturnType<typeof partsOf>;
  isReusable(path: string): boolean;
  /** Whether a Markdown file can be a page. */
  isPage(path: string): boolean;
  /** Whether a Markdown file is a download, unless the table of contents lists it. */
  isDownload(path: string): boolean;
}

/** Reads the contents of a repository, and reports problems in them. */
export function readRepository(
  sources: readonly SourceFile[],
  options: { readonly project?: string } = {},
): { readonly repository: Repository; readonly problems: readonly RepositoryProblem[] } {
  const problems: RepositoryProblem[] = [];
  const report: Report = (path, message) => problems.push({ path, message });
  const repository = openRepository(sources, joinPath('', options.project ?? '') ?? '', report);
  const { files, configurationFile, configuration, parts } = repository;
  const { layout, redirects } = configuration;
  const textAt = (path: string): string | undefined => files.get(path)?.text;
  const { pages, listed } = readPages(repository, report);
  checkRedirects(repository, listed, report);

  const reusables = [...files.keys()]
    .filter((path) => repository.isReusable(path) && textAt(path) !== undefined)
    .sort();
  const texts = new Map([...listed, ...reusables].map((path) => [path, textAt(path)!]));
  const unlisted = [...files.keys()].filter(
    (path) => repository.isPage(path) && !repository.isDownload(path) && !listed.has(path),
  );
  for (const path of unlisted) report(path, 'is not in the table of contents, and was left out');
  for (const path of [configurationFile, layout.summary, parts.variables, ...texts.keys()]) {
    const { encoding } = files.get(path) ?? {};
    if (encoding === 'utf-8') report(path, 'is not valid UTF-8: invalid bytes are shown as \uFFFD');
    else if (encoding !== undefined) report(path, `is not UTF-8 and was read as ${encoding}`);
  }
  const configurationText = textAt(configurationFile);
  const variablesText = textAt(parts.variables);
  return {
    repository: {
      layout: namesReadmes(texts, nameOfFile(layout.readme)) ? { ...layout, namesReadmes: true } : layout,
      pages,
      texts,
      files: filesUsed(files, texts, layout),
      reusables,
      variables: variablesIn(variablesText, (message) => report(parts.variables, message)),
      redirects,
      ...(configurationText === undefined ? {} : { configuration: configurationText }),
      ...(variablesText === undefined ? {} : { variablesFile: variablesText }),
    },
    problems,
  };
}

const openRepository = (sources: readonly SourceFile[], project: string, report: Report): RepositoryFiles => {
  const files = new Map<string, SourceFile>();
  for (const file of sources)
    if (isSafePath(file.path)) files.set(file.path, file);
    else report(file.path, 'is not a valid path, and was left out');
  const configurationFile = configurationPath(project);
  const configuration = readConfiguration(files.get(configurationFile)?.text, project);
  for (const message of configuration.problems) report(configurationFile, message);
  for (const [key, path] of Object.entries(configuration.named))
    if (key !== 'root' && !files.has(path))
      report(configurationFile, `${key} is ${path}, which does not exist`);
    else if (key === 'root' && ![...files.keys()].some((file) => isWithin(path, file)))
      report(configurationFile, `root is ${path}, which contains no files`);
  const { layout } = configuration;
  const parts = partsOf(layout);
  const isReusable = (path: string) => isMarkdown(path) && isWithin(parts.includes, path);
  const isPage = (path: string) => canBePage(layout, path) && files.get(path)?.text !== undefined;
  const isDownload = (path: string) => isWithin(parts.assets, path);
  return { files, configurationFile, configuration, parts, isReusable, isPage, isDownload };
};

/** The page file that an address in a folder points to. */
const pageFileAt = (
  { configuration: { layout }, isPage }: RepositoryFiles,
  address: string,
  folder: string,
): string | undefined => {
  return pagePathsAt(layout, address, folder).find(isPage);
};

/** The entries of SUMMARY.md, or of a summary inferred from the files. */
const readSummary = (
  { files, configuration: { layout }, isPage, isDownload }: RepositoryFiles,
  report: Report,
): readonly SummaryEntry[] => {
  const text = files.get(layout.summary)?.text;
  if (text === undefined)
    return inferredSummary(
      [...files.keys()].filter((path) => isPage(path) && !isDownload(path)),
      layout,
    );
  const { entries, problems } = parseSummary(text);
  for (const message of problems) report(layout.summary, message);
  return entries;
};

/** The page files that are listed without an anchor: that line is the page, even if a link with an anchor comes first. */
const filesWithoutAnchor = (
  repository: RepositoryFiles,
  entries: readonly SummaryEntry[],
  found = new Set<string>(),
): ReadonlySet<string> => {
  const folder = folderOfFile(repository.configuration.layout.summary);
  for (const { address, children } of entries) {
    const path = address && !address.includes('#') ? pageFileAt(repository, address, folder) : undefined;
    if (path !== undefined) found.add(path);
    filesWithoutAnchor(repository, children, found);
  }
  return found;
};

/** The pages of the table of contents, and the paths of their files. */
const readPages = (
  repository: RepositoryFiles,
  report: Report,
): { readonly pages: RepositoryPage[]; readonly listed: ReadonlySet<string> } => {
  const summary = readSummary(repository, report);
  const listed = new Set<string>();
  const state = { listed, withoutAnchor: filesWithoutAnchor(repository, summary), report };

  const pagesOf = (entries: readonly SummaryEntry[], depth: number): RepositoryPage[] =>
    entries.flatMap((entry): RepositoryPage[] => {
      const page = pageOfEntry(repository, entry, { ...state, isTopLevel: depth === 0 });
      const children = pagesOf(entry.children, depth + 1);
      if (!page) return children;
      // Links and computed pages have no children, nor pages at the maximum depth.
      if (page.type === 'link' || page.type === 'computed' || depth >= MAX_DEPTH) return [page, ...children];
      return [{ ...page, children }];
    });
  return { pages: pagesOf(summary, 0), listed };
};

/** The page of an entry without its children; undefined if it is left out. Adds its file to `listed`. */
const pageOfEntry = (
  repository: RepositoryFiles,
  entry: SummaryEntry,
  {
    listed,
    withoutAnchor,
    isTopLevel,
    report,
  }: {
    readonly listed: Set<string>;
    readonly withoutAnchor: ReadonlySet<string>;
    readonly isTopLevel: boolean;
    readonly report: Report;
  },
): RepositoryPage | undefined => {
  const { layout } = repository.configuration;
  const { kind, title, address = '', linkTitle, slug, computed } = entry;
  if (kind === 'group')
    return { type: 'group', title, ...(slug === undefined ? {} : { slug }), children: [] };
  if (kind === 'computed') return { type: 'computed', title, computed: computed! };
  if (kind === 'invalid' || kind === 'text') return undefined;
  // A line without a link is a heading of the lines below it; groups are only allowed at the top level.
  if (kind === 'title')
    return title === ''
      ? undefined
      : { type: isTopLevel ? 'group' : 'document', title, isListedAsText: true, children: [] };
  if (isScript(address)) {
    report(layout.summary, `lists ${address}, which is not the address of a page, and was left out`);
    return undefined;
  }
  if (isAbsoluteUrl(address)) return { type: 'link', title: title || address, address };
  const folder = folderOfFile(layout.summary);
  const path = address === '' ? undefined : pageFileAt(repository, address.replace(/#.*/s, ''), folder);
  const named = linkTitle === undefined ? {} : { linkTitle };
  if (path !== undefined && !listed.has(path) && !(address.includes('#') && withoutAnchor.has(path))) {
    listed.add(path);
    return { type: 'document', path, title: title || nameOfFile(path), ...named, children: [] };
  }
  // A file is one page: other lines with its address are links.
  if (path !== undefined || isSitePath(address)) return { type: 'link', title: title || address, address };
  if (address !== '') report(layout.summary, `lists ${address}, ${withoutPage(repository, address, folder)}`);
  if (entry.children.length === 0 && address !== '') return undefined;
  return title === '' ? undefined : { type: 'document', title, ...named, children: [] };
};

/** Why the address of a line leads to no page. */
const withoutPage = (
  { files, configuration: { layout } }: RepositoryFiles,
  address: string,
  folder: string,
): string => {
  const path = pagePathsAt(layout, address.replace(/#.*/s, ''), folder).find((each) => files.has(each));
  if (path === undefined) return 'which does not exist';
  return `which ${isMarkdown(path) ? 'cannot be a page' : 'is not a Markdown file'}, and was left out`;
};

const checkRedirects = (repository: RepositoryFiles, listed: ReadonlySet<string>, report: Report): void => {
  const { redirects, layout } = repository.configuration;
  for (const [from, to] of Object.entries(redirects)) {
    const file = isAbsoluteUrl(to)
      ? undefined
      : pageFileAt(repository, to.replace(/^\/+|#.*/gs, ''), layout.root);
    if (file === undefined || !listed.has(file))
      report(repository.configurationFile, `redirects.${from} points to ${to}, which is not a page`);
  }
};

/** The relative addresses in the source of a page, without queries and anchors. */
function* addressesIn(text: string): Generator<string> {
  for (const [, ...found] of text.matchAll(addresses)) {
    const address = found
      .find((one) => one !== undefined)!
      .replaceAll('&amp;', '&')
      .replace(/[?#].*/s, '');
    if (address !== '' && !isAbsoluteUrl(address)) yield address;
  }
}

/** Whether most links to the README of a folder name it; the hosted service writes the folder. */
const namesReadmes = (texts: ReadonlyMap<string, string>, readme: string): boolean => {
  let balance = 0;
  for (const text of texts.values())
    for (const address of addressesIn(text)) {
      if ([readme, 'README.md'].includes(nameOfFile(address))) balance++;
      else if (/(?:^|\/)\.{0,2}$/.test(address)) balance--;
    }
  return balance > 0;
};

/** The files of the assets folder, and files in any folder that a text refers to. */
const filesUsed = (
  files: ReadonlyMap<string, SourceFile>,
  texts: ReadonlyMap<string, string>,
  layout: RepositoryLayout,
): string[] => {
  const { assets } = partsOf(layout);
  const used = new Set<string>();
  for (const path of files.keys()) if (isWithin(assets, path) && !texts.has(path)) used.add(path);
  for (const [page, text] of texts) {
    const folder = folderOfFile(page);
    for (const address of addressesIn(text)) {
      for (const one of [address, decodeUri(address)]) {
        const path = joinPath(folder, one.replace(/^\//, ''));
        const fromTop = one.startsWith('/') ? [joinPath('', one), ...rootedPaths(layout.root, one)] : [];
        for (const candidate of [path, ...fromTop])
          if (candidate && isAsset.test(candidate) && files.has(candidate) && !texts.has(candidate))
            used.add(candidate);
      }
    }
  }
  return [...used].sort();
};

const variablesIn = (source: string | undefined, report: (message: string) => void) => {
  if (source === undefined) return {};
  const read = readVariablesFile(source);
  if (!read) report('is not a YAML mapping, and was left out');
  for (const name of read?.invalid ?? []) report(`${name} is not a valid variable, and was left out`);
  return read?.variables ?? {};
};
