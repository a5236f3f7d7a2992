import { isMap, parseDocument } from 'yaml';
import { decodeUri } from '../decode-uri.ts';
import { isRecord } from '../is-record.ts';
import { parseYaml } from '../yaml.ts';
import { isSafePath, isWithin, joinPath, relativePath } from './paths.ts';

/** Paths in a repository, from its top. */
export interface RepositoryLayout {
  /** The folder of `.gitbook.yaml`. */
  readonly project: string;
  /** The folder of the content. */
  readonly root: string;
  readonly readme: string;
  readonly summary: string;
  /** Whether its authors link to the README of a folder by its name, and not by the folder. */
  readonly namesReadmes?: boolean;
}

/** The contents of a `.gitbook.yaml`. */
export interface Configuration {
  readonly layout: RepositoryLayout;
  /** Target paths by previous paths, relative to the root. */
  readonly redirects: Readonly<Record<string, string>>;
  /** Configured paths from the top, by key. */
  readonly named: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

const README = 'README.md';
const SUMMARY = 'SUMMARY.md';

const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** The path of the configuration file of a project. */
export const configurationPath = (project: string): string => inFolder(project, '.gitbook.yaml');

/** A text without zero-width characters, which editors leave. */
export const withoutInvisible = (source: string): string =>
  source.replace(/\u200b|\u200c|\u200d|\ufeff/g, '');

/** Parses a YAML mapping, ignoring zero-width characters left by editors. */
export const readYaml = (source: string): Record<string, unknown> | undefined => {
  try {
    const parsed = parseYaml(withoutInvisible(source));
    if (parsed === undefined) return undefined;
    const value: unknown = JSON.parse(JSON.stringify(parsed.toJS({ maxAliasCount: 20 }) ?? {}));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Reads a `.gitbook.yaml`; without one the default paths apply. */
export function readConfiguration(source: string | undefined, project: string): Configuration {
  const problems: string[] = [];
  const read = source === undefined ? {} : readYaml(source);
  if (!read) problems.push('is not a YAML mapping; the default paths are used');
  const settings = read ?? {};
  const named: Record<string, string> = {};
  const pathAt = (folder: string, value: unknown, name: string, fallback: string): string => {
    if (value === undefined || value === null) return fallback;
    const path = typeof value === 'string' ? joinPath(folder, value.replace(/^\/+/, '')) : undefined;
    if (path !== undefined && (path === '' || isSafePath(path)) && isWithin(project, `${path}/x`)) {
      named[name] = path;
      return path;
    }
    problems.push(`${name} is not a path inside the project`);
    return fallback;
  };
  const root = pathAt(project, settings.root, 'root', project);
  const mappingAt = (key: 'structure' | 'redirects'): Record<string, unknown> => {
    const value = settings[key] ?? {};
    if (isRecord(value)) return value;
    problems.push(`${key} is not a mapping`);
    return {};
  };
  const structure = mappingAt('structure');
  const fileAt = (key: string, fallback: string) =>
    pathAt(root, structure[key], `structure.${key}`, inFolder(root, fallback)) || inFolder(root, fallback);
  const redirects: Record<string, string> = {};
  for (const [from, to] of Object.entries(mappingAt('redirects')))
    if (typeof to !== 'string') problems.push(`redirects.${from} is not a path`);
    else {
      redirects[from] = to;
      if (from.startsWith('/')) problems.push(`redirects.${from} starts with a slash, which is ignored`);
      if (to.startsWith('/'))
        problems.push(`redirects.${from} points to ${to}, whose leading slash is ignored`);
    }
  return {
    layout: { project, root, readme: fileAt('readme', README), summary: fileAt('summary', SUMMARY) },
    redirects,
    named,
    problems,
  };
}

/** Whether the target of a redirect is a file, with or without its extension. */
const isTarget = (target: unknown, file: string): boolean => {
  if (typeof target !== 'string') return false;
  const path = joinPath('', decodeUri(target.replace(/[?#].*/s, '')));
  return path !== undefined && [path, `${path}.md`, `${path}/README.md`].includes(file);
};

/**
 * Writes a `.gitbook.yaml`; undefined if none is needed. In an existing one only differing values are replaced, the rest of
 * its text is preserved.
 */
export function printConfiguration(
  { layout, redirects }: Pick<Configuration, 'layout' | 'redirects'>,
  source?: string,
): string | undefined {
  const { project, root } = layout;
  const exists = source !== undefined && readYaml(source) !== undefined;
  const was = readConfiguration(exists ? source : undefined, project);
  const fileOf = (one: RepositoryLayout, key: 'readme' | 'summary') => relativePath(one.root, one[key]);
  const changes: [path: string[], value: string][] = [
    ...(root === was.layout.root ? [] : [[['root'], `./${relativePath(project, `${root}/`)}`]]),
    ...(['readme', 'summary'] as const)
      .filter((key) => fileOf(layout, key) !== fileOf(was.layout, key))
      .map((key) => [['structure', key], fileOf(layout, key)]),
    ...Object.entries(redirects)
      .filter(([from, to]) => !isTarget(was.redirects[from], to))
      .map(([from, to]) => [['redirects', from], to]),
  ] as [string[], string][];
  if (changes.length === 0) return exists ? source : undefined;
  try {
    return patched(exists ? withoutInvisible(source) : '', changes);
  } catch {
    // YAML anchors can make a replacement impossible; then the whole file is written again.
    return exists ? printConfiguration({ layout, redirects }) : undefined;
  }
}

const patched = (source: string, changes: readonly [path: string[], value: string][]): string => {
  const document = parseDocument(source, { schema: 'core' });
  for (const [path, value] of changes) {
    const [key = '', ...below] = path;
    const existing = document.get(key);
    if (below.length > 0 && !isMap(existing)) {
      const value: unknown = document.toJS({ maxAliasCount: 20 })?.[key];
      document.set(key, document.createNode(isRecord(value) ? value : {}));
    }
    document.setIn(path, value);
  }
  return document.toString({ lineWidth: 0 });
};
