import { parseDocument, stringify } from 'yaml';
import { isSafePath, isWithin, joinPath, relativePath } from './paths.ts';

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
  readonly problems: readonly string[];
}

const README = 'README.md';
const SUMMARY = 'SUMMARY.md';

const inFolder = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Where the file stands that configures a project. */
export const configurationPath = (project: string): string => inFolder(project, '.gitbook.yaml');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** YAML that is a mapping; what editors left in it invisibly is no part of it. */
export const readYaml = (source: string): Record<string, unknown> | undefined => {
  try {
    const parsed = parseDocument(source.replace(/\u200b|\u200c|\u200d|\ufeff/g, ''), { schema: 'core' });
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
  const pathAt = (folder: string, value: unknown, name: string, usual: string): string => {
    if (value === undefined || value === null) return usual;
    const path = typeof value === 'string' ? joinPath(folder, value.replace(/^\/+/, '')) : undefined;
    if (path !== undefined && (path === '' || isSafePath(path)) && isWithin(project, `${path}/x`))
      return path;
    problems.push(`${name} is no path inside of the project`);
    return usual;
  };
  const root = pathAt(project, said.root, 'root', project);
  const structure = isRecord(said.structure) ? said.structure : {};
  const fileAt = (key: string, usual: string) =>
    pathAt(root, structure[key], `structure.${key}`, inFolder(root, usual)) || inFolder(root, usual);
  const redirects = isRecord(said.redirects) ? said.redirects : {};
  for (const [from, to] of Object.entries(redirects))
    if (typeof to !== 'string') problems.push(`redirects.${from} is no path`);
  return {
    layout: { project, root, readme: fileAt('readme', README), summary: fileAt('summary', SUMMARY) },
    redirects: Object.fromEntries(
      Object.entries(redirects).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    problems,
  };
}

/** Writes a `.gitbook.yaml`, or nothing where everything is where it usually is. */
export function printConfiguration({
  layout,
  redirects,
}: Omit<Configuration, 'problems'>): string | undefined {
  const { project, root, readme, summary } = layout;
  const structure = {
    ...(readme === inFolder(root, README) ? {} : { readme: relativePath(root, readme) }),
    ...(summary === inFolder(root, SUMMARY) ? {} : { summary: relativePath(root, summary) }),
  };
  const said = {
    ...(root === project ? {} : { root: `./${relativePath(project, `${root}/`)}` }),
    ...(Object.keys(structure).length > 0 ? { structure } : {}),
    ...(Object.keys(redirects).length > 0 ? { redirects } : {}),
  };
  return Object.keys(said).length > 0 ? stringify(said, { lineWidth: 0 }) : undefined;
}
