// npm run api-types: writes the types of the API for the console, from the OpenAPI document of this version.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ROOT } from '../../../scripts/steps.mjs';

const CONSOLE = path.join(ROOT, 'packages/console');
const TYPES = path.join(CONSOLE, 'src/api/schema.gen.ts');
const PREFIX = '/v1';
// Shorter schemas are easier to read where they are used.
const MIN_SHARED_LENGTH = 200;

/** The OpenAPI document of the operations under `/v1`, without texts. */
const openApi = async () => {
  const { build } = await import('esbuild');
  const compiled = path.join(ROOT, 'node_modules/.lectern-openapi.mjs');
  await build({
    stdin: {
      contents: "export { describeDomains } from './packages/server/src/describe-domains.ts'",
      resolveDir: ROOT,
    },
    outfile: compiled,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.ts': 'ts' },
    alias: Object.fromEntries(
      [
        ['document', 'document/src'],
        ['document/live', 'document/src/live'],
        ['issues', 'issues/src'],
        ['site', 'site/src'],
      ].map(([name, folder]) => [`@lectern/${name}`, path.join(ROOT, `packages/${folder}/index.ts`)]),
    ),
  });
  const { describeDomains } = await import(`${pathToFileURL(compiled).href}?${Date.now()}`);
  return JSON.parse(JSON.stringify(describeDomains('').openApi()));
};

// Texts, and the response of errors, which the client reads itself.
const OMITTED = new Set(['description', 'summary', 'tags', 'security', 'examples', 'default']);
const isObject = (value) => typeof value === 'object' && value !== null;

/** Removes texts, and moves schemas that occur more than once into `components`. */
const compact = (document) => {
  const paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([name]) => name.startsWith(`${PREFIX}/`))
      .map(([name, item]) => [name.slice(PREFIX.length), item]),
  );
  const strip = (value, isProperties = false) => {
    if (Array.isArray(value)) return value.map((each) => strip(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => isProperties || !OMITTED.has(key))
        .map(([key, each]) => [key, strip(each, key === 'properties' && !isProperties)]),
    );
  };
  const stripped = strip(paths);
  const counts = new Map();
  const count = (value) => {
    if (!isObject(value)) return;
    if (value.type === 'object' && value.properties) {
      const text = JSON.stringify(value);
      counts.set(text, (counts.get(text) ?? 0) + 1);
      if (counts.get(text) > 1) return;
    }
    for (const each of Object.values(value)) count(each);
  };
  count(stripped);
  const names = new Map();
  const schemas = {};
  const nameOf = (schema, text) => {
    const object = schema.properties.object;
    const base = String(object?.const ?? object?.enum?.[0] ?? 'object').replaceAll(
      /(^|[^a-zA-Z]+)([a-z])/g,
      (_, __, letter) => letter.toUpperCase(),
    );
    let name = base;
    for (let number = 2; name in schemas; number++) name = `${base}${number}`;
    schemas[name] = true;
    names.set(text, name);
    return name;
  };
  const share = (value) => {
    if (Array.isArray(value)) return value.map(share);
    if (!isObject(value)) return value;
    const inner = () => Object.fromEntries(Object.entries(value).map(([key, each]) => [key, share(each)]));
    if (value.type !== 'object' || !value.properties) return inner();
    const text = JSON.stringify(value);
    if (text.length < MIN_SHARED_LENGTH || counts.get(text) < 2) return inner();
    if (!names.has(text)) {
      const name = nameOf(value, text);
      schemas[name] = inner();
    }
    return { $ref: `#/components/schemas/${names.get(text)}` };
  };
  return { openapi: document.openapi, info: document.info, paths: share(stripped), components: { schemas } };
};

/** Writes the types if they changed. */
export const writeApiTypes = async () => {
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  const types = astToString(
    await openapiTypes(compact(await openApi()), { alphabetize: true, immutable: true }),
  );
  if (!existsSync(TYPES) || readFileSync(TYPES, 'utf8') !== types) writeFileSync(TYPES, types);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeApiTypes();
