import { isMap, parseDocument } from 'yaml';
import { isRecord } from '../is-record.ts';
import { isSafePath, isWithin, joinPath, pathOfAddress, relativePath } from './paths.ts';

/** Where things stand in a repository, as paths from its top. */
export interface RepositoryLayout {
  /** The folder whose `.gitbook.yaml` says the rest. */
  readonly project: string;
  /** The folder that the content stands in. */
  readonly root: string;
  readonly readme: string;
  readonly summary: string;
}

/** What a `.gitbook.yaml` says. */
export interface Configuration {
  readonly layout: RepositoryLayout;
  /** Former paths, and what they lead to, relative to the root. */
  readonly redirects: Readonly<Record<string, string>>;
  /** The places that it names itself, as paths from the top, by its keys. */
  readonly named: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

const README = 'README.md';
const SUMMARY = 'SUMMARY.md';

const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Where the file stands that configures a project. */
export const configurationPath = (project: string): string => inFolder(project, '.gitbook.yaml');

const withoutInvisible = (source: string): string => source.replace(/\u200b|\u200c|\u200d|\ufeff/g, '');

/** YAML that is a mapping; what editors left in it invisibly is no part of it. */
export const readYaml = (source: string): Record<string, unknown> | undefined => {
  try {
    const parsed = parseDocument(withoutInvisible(source), { schema: 'core' });
    if (parsed.errors.length > 0) return undefined;
    const value: unknown = JSON.parse(JSON.stringify(parsed.toJS({ maxAliasCount: 20 }) ?? {}));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Reads a `.gitbook.yaml`; without one everything is where it usually is. */
export function readConfiguration(source: string | undefined, project: string): Configuration {
  const problems: string[] = [];
  const read = source === undefined ? {} : readYaml(source);
  if (!read) problems.push('is no YAML mapping: the usual places are used');
  const said = read ?? {};
  const named: Record<string, string> = {};
  const pathAt = (folder: string, value: unknown, name: string, usual: string): string => {
    if (value === undefined || value === null) return usual;
    const path = typeof value === 'string' ? joinPath(folder, value.replace(/^\/+/, '')) : undefined;
    if (path !== undefined && (path === '' || isSafePath(path)) && isWithin(project, `${path}/x`)) {
      named[name] = path;
      return path;
    }
    problems.push(`${name} is no path inside of the project`);
    return usual;
  };
  const root = pathAt(project, said.root, 'root', project);
  const mappingAt = (key: 'structure' | 'redirects'): Record<string, unknown> => {
    const value = said[key] ?? {};
    if (isRecord(value)) return value;
    problems.push(`${key} is no mapping`);
    return {};
  };
  const structure = mappingAt('structure');
  const fileAt = (key: string, usual: string) =>
    pathAt(root, structure[key], `structure.${key}`, inFolder(root, usual)) || inFolder(root, usual);
  const redirects: Record<string, string> = {};
  for (const [from, to] of Object.entries(mappingAt('redirects')))
    if (typeof to !== 'string') problems.push(`redirects.${from} is no path`);
    else {
      redirects[from] = to;
      if (from.startsWith('/'))
        problems.push(`redirects.${from} begins with a slash, and was read without it`);
      if (to.startsWith('/'))
        problems.push(`redirects.${from} leads to ${to}, which was read without its slash`);
    }
  return {
    layout: { project, root, readme: fileAt('readme', README), summary: fileAt('summary', SUMMARY) },
    redirects,
    named,
    problems,
  };
}

/** Whether what a redirect says leads to a file: as people write it, with or without its ending. */
const leadsTo = (said: unknown, file: string): boolean => {
  if (typeof said !== 'string') return false;
  const path = joinPath('', pathOfAddress(said.replace(/[?#].*/s, '')));
  return path !== undefined && [path, `${path}.md`, `${path}/README.md`].includes(file);
};

/**
 * Writes a `.gitbook.yaml`, or nothing where everything is where it usually is. Of one that is there, only what it says
 * wrongly becomes another: the rest stays as somebody wrote it.
 */
export function printConfiguration(
  { layout, redirects }: Pick<Configuration, 'layout' | 'redirects'>,
  source?: string,
): string | undefined {
  const { project, root } = layout;
  const isThere = source !== undefined && readYaml(source) !== undefined;
  const was = readConfiguration(isThere ? source : undefined, project);
  const fileOf = (one: RepositoryLayout, key: 'readme' | 'summary') => relativePath(one.root, one[key]);
  const changes: [path: string[], value: string][] = [
    ...(root === was.layout.root ? [] : [[['root'], `./${relativePath(project, `${root}/`)}`]]),
    ...(['readme', 'summary'] as const)
      .filter((key) => fileOf(layout, key) !== fileOf(was.layout, key))
      .map((key) => [['structure', key], fileOf(layout, key)]),
    ...Object.entries(redirects)
      .filter(([from, to]) => !leadsTo(was.redirects[from], to))
      .map(([from, to]) => [['redirects', from], to]),
  ] as [string[], string][];
  if (changes.length === 0) return isThere ? source : undefined;
  try {
    return patched(isThere ? withoutInvisible(source) : '', changes);
  } catch {
    // Anchors can be such that nothing of it can be replaced: it is written anew.
    return isThere ? printConfiguration({ layout, redirects }) : undefined;
  }
}

const patched = (source: string, changes: readonly [path: string[], value: string][]): string => {
  const document = parseDocument(source, { schema: 'core' });
  for (const [path, value] of changes) {
    const [key = '', ...below] = path;
    const there = document.get(key);
    if (below.length > 0 && !isMap(there)) {
      const said: unknown = document.toJS({ maxAliasCount: 20 })?.[key];
      document.set(key, document.createNode(isRecord(said) ? said : {}));
    }
    document.setIn(path, value);
  }
  return document.toString({ lineWidth: 0 });
};
