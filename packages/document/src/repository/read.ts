import { isScript } from '../sanitize.ts';
import { configurationPath, readConfiguration, readYaml } from './configuration.ts';
import { inferredSummary } from './inferred-summary.ts';
import { areVariables } from './page-file.ts';
import {
  folderOfFile,
  isSafePath,
  isWithin,
  joinPath,
  leadsElsewhere,
  nameOfFile,
  pathOfAddress,
} from './paths.ts';
import {
  partsOf,
  type Repository,
  type RepositoryPage,
  type RepositoryProblem,
  type SourceFile,
} from './repository.ts';
import { parseSummary, type SummaryEntry } from './summary.ts';

// Pages stand no deeper in a space.
const DEEPEST = 31;

const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

/** What addresses stand in, in the source of a page; finding one too many does no harm. */
const addresses =
  /\]\(\s*(?:<([^>\n]*)>|([^)\s]+))|(?:href|src|srcset|url|cover|coverDark)\s*[=:]\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s>"']+))|^\s*\[[^\]\n]+\]:\s*(?:<([^>\n]*)>|(\S+))/gm;

/** What is taken along from anywhere in a repository: what pages show and readers download, not the code beside it. */
const isShown =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|pdf|docx?|xlsx?|pptx?|od[tsp]|csv|tsv|txt|zip|gz|mp4|webm|mov|mp3|wav|ogg|json|ya?ml|drawio)$/i;

/** Reads what a repository says, and what in it was not understood. */
export function readRepository(
  files: readonly SourceFile[],
  options: { readonly project?: string } = {},
): { readonly repository: Repository; readonly problems: readonly RepositoryProblem[] } {
  const problems: RepositoryProblem[] = [];
  const report = (path: string, message: string) => problems.push({ path, message });
  const given = new Map<string, SourceFile>();
  for (const file of files)
    if (isSafePath(file.path)) given.set(file.path, file);
    else report(file.path, 'is no path that a file can have, and was left out');
  const textAt = (path: string): string | undefined => given.get(path)?.text;

  const project = joinPath('', options.project ?? '') ?? '';
  const configurationFile = configurationPath(project);
  const configurationText = textAt(configurationFile);
  const configuration = readConfiguration(configurationText, project);
  for (const message of configuration.problems) report(configurationFile, message);
  for (const [key, path] of Object.entries(configuration.named))
    if (key !== 'root' && !given.has(path))
      report(configurationFile, `${key} is ${path}, which is not there`);
    else if (key === 'root' && ![...given.keys()].some((file) => isWithin(path, file)))
      report(configurationFile, `root is ${path}, where no file is`);
  const { layout, redirects } = configuration;
  const parts = partsOf(layout);

  const isReusable = (path: string) => isMarkdown(path) && isWithin(parts.includes, path);
  const isPage = (path: string) =>
    isMarkdown(path) &&
    textAt(path) !== undefined &&
    isWithin(layout.root, path) &&
    path !== layout.summary &&
    !isReusable(path);

  const summaryText = textAt(layout.summary);
  const summary =
    summaryText === undefined
      ? { entries: inferredSummary([...given.keys()].filter(isPage), layout), problems: [] }
      : parseSummary(summaryText);
  for (const message of summary.problems) report(layout.summary, message);

  const listed = new Set<string>();
  // Listed without a heading somewhere: that line is the page, wherever a link into it comes first.
  const plain = new Set<string>();
  const fileMeant = (address: string, folder = folderOfFile(layout.summary)): string | undefined => {
    const named = pathOfAddress(address.replace(/\?.*/s, ''));
    // What begins with a slash is meant from the root.
    const path = named.startsWith('/') ? joinPath(layout.root, `.${named}`) : joinPath(folder, named);
    if (path === undefined) return undefined;
    const name = nameOfFile(layout.readme);
    return [path, `${path}.md`, path === '' ? name : `${path}/${name}`, `${path}/README.md`].find(isPage);
  };

  const notePlain = (entries: readonly SummaryEntry[]): void => {
    for (const { address, children } of entries) {
      const path = address && !address.includes('#') ? fileMeant(address) : undefined;
      if (path !== undefined) plain.add(path);
      notePlain(children);
    }
  };
  notePlain(summary.entries);

  const pagesOf = (entries: readonly SummaryEntry[], depth: number): RepositoryPage[] =>
    entries.flatMap((entry): RepositoryPage[] => {
      const page = pageOf(entry);
      const below = pagesOf(entry.children, depth + 1);
      if (!page) return below;
      // Nothing stands below a link, and nothing too deep.
      if (page.type === 'link' || page.type === 'computed' || depth >= DEEPEST) return [page, ...below];
      return [{ ...page, children: below }];
    });

  const pageOf = (entry: SummaryEntry): RepositoryPage | undefined => {
    const { kind, title, address = '', linkTitle, slug, computed } = entry;
    if (kind === 'group')
      return { type: 'group', title, ...(slug === undefined ? {} : { slug }), children: [] };
    if (kind === 'computed') return { type: 'computed', title, computed: computed! };
    if (isScript(address)) {
      report(layout.summary, `lists ${address}, which is no address of a page, and was left out`);
      return undefined;
    }
    if (leadsElsewhere(address)) return { type: 'link', title: title || address, address };
    const path = address === '' ? undefined : fileMeant(address.replace(/#.*/s, ''));
    const named = linkTitle === undefined ? {} : { linkTitle };
    if (path !== undefined && !listed.has(path) && !(address.includes('#') && plain.has(path))) {
      listed.add(path);
      return { type: 'document', path, title: title || nameOfFile(path), ...named, children: [] };
    }
    // A file is one page: whatever else leads to it is a link.
    if (path !== undefined || (address.startsWith('/') && !isMarkdown(address.replace(/[?#].*/s, ''))))
      return { type: 'link', title: title || address, address };
    if (address !== '') report(layout.summary, `lists ${address}, which is not there`);
    if (entry.children.length === 0 && address !== '') return undefined;
    return title === '' ? undefined : { type: 'document', title, ...named, children: [] };
  };
  const pages = pagesOf(summary.entries, 0);
  for (const [from, to] of Object.entries(redirects)) {
    const file = leadsElsewhere(to) ? undefined : fileMeant(to.replace(/^\/+|#.*/gs, ''), layout.root);
    if (file === undefined || !listed.has(file))
      report(configurationFile, `redirects.${from} leads to ${to}, which is no page`);
  }

  const reusables = [...given.keys()].filter((path) => isReusable(path) && textAt(path) !== undefined).sort();
  const texts = new Map([...listed, ...reusables].map((path) => [path, textAt(path)!]));
  const unlisted = [...given.keys()].filter((path) => isPage(path) && !listed.has(path));
  for (const path of unlisted) report(path, 'is not in the table of contents, and was left out');
  for (const path of [configurationFile, layout.summary, parts.variables, ...texts.keys()]) {
    const { encoding } = given.get(path) ?? {};
    if (encoding === 'utf-8') report(path, 'is not all UTF-8: what could not be read shows as \uFFFD');
    else if (encoding !== undefined) report(path, `is no UTF-8, and was read as ${encoding}`);
  }

  return {
    repository: {
      layout,
      pages,
      texts,
      files: filesUsed(given, texts, parts),
      reusables,
      variables: variablesIn(textAt(parts.variables), (message) => report(parts.variables, message)),
      redirects,
      ...(configurationText === undefined ? {} : { configuration: configurationText }),
    },
    problems,
  };
}

/** The files that are assets, and those that some text refers to wherever they stand. */
const filesUsed = (
  given: ReadonlyMap<string, SourceFile>,
  texts: ReadonlyMap<string, string>,
  parts: ReturnType<typeof partsOf>,
): string[] => {
  const used = new Set<string>();
  const isFile = (path: string) => given.has(path) && !texts.has(path) && !isMarkdown(path);
  for (const path of given.keys()) if (isWithin(parts.assets, path) && isFile(path)) used.add(path);
  for (const [page, text] of texts) {
    const folder = folderOfFile(page);
    for (const [, ...found] of text.matchAll(addresses)) {
      const address = found
        .find((one) => one !== undefined)!
        .replaceAll('&amp;', '&')
        .replace(/[?#].*/s, '');
      if (address === '' || leadsElsewhere(address)) continue;
      for (const one of [address, pathOfAddress(address)]) {
        const path = joinPath(folder, one.replace(/^\//, ''));
        const fromTop = one.startsWith('/') ? joinPath('', one) : undefined;
        for (const candidate of [path, fromTop])
          if (candidate && isShown.test(candidate) && isFile(candidate)) used.add(candidate);
      }
    }
  }
  return [...used].sort();
};

const variablesIn = (source: string | undefined, report: (message: string) => void) => {
  if (source === undefined) return {};
  const read = readYaml(source);
  if (!read) {
    report('is no YAML mapping, and was left out');
    return {};
  }
  const right = Object.entries(read).filter(([name, value]) => {
    const isRight = areVariables({ [name]: value });
    if (!isRight) report(`${name} is no variable, and was left out`);
    return isRight;
  });
  return Object.fromEntries(right) as Repository['variables'];
};
