import { type Node, parse } from 'acorn';
import { LRUCache } from 'lru-cache';
import type { AssetsService } from '../assets/assets.service.ts';
import type { IntegrationRow } from '../integrations.store.ts';

const MAX_SCRIPTS = 1000;
// A property of `window.GitBook`, which minifiers keep.
const REGISTRATION = 'registerCookieBanner';
// The code of a bundle contains the script of the site as a string.
const MAX_NESTING = 3;

const parsed = (code: string): Node | undefined => {
  for (const sourceType of ['module', 'script'] as const)
    try {
      return parse(code, {
        ecmaVersion: 'latest',
        sourceType,
        allowHashBang: true,
        allowReturnOutsideFunction: true,
      });
    } catch {
      // The other kind of source may accept it.
    }
  return undefined;
};

const isNode = (value: unknown): value is Node & Readonly<Record<string, unknown>> =>
  typeof (value as Node | null)?.type === 'string';

/** Whether a node calls a method `registerCookieBanner` with a handler. */
const isRegistration = (node: Node & Readonly<Record<string, unknown>>): boolean => {
  const { callee, arguments: given } = node as { callee?: unknown; arguments?: unknown[] };
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false;
  const { property } = callee as { property?: unknown };
  if (!isNode(property)) return false;
  return (property.name ?? property.value) === REGISTRATION && given!.length > 0;
};

const textOf = (node: Node & Readonly<Record<string, unknown>>): string | undefined => {
  const { value } = node;
  if (node.type === 'Literal' && typeof value === 'string') return value;
  return node.type === 'TemplateElement' ? (value as { cooked?: string }).cooked : undefined;
};

/** Whether code, or code in its strings, calls `registerCookieBanner`; mentioning the name does not suffice. */
export const callsCookieBanner = (code: string, nesting = 0): boolean => {
  if (!code.includes(REGISTRATION) || nesting > MAX_NESTING) return false;
  const pending: unknown[] = [parsed(code)];
  while (pending.length > 0) {
    const value = pending.pop();
    if (Array.isArray(value)) pending.push(...value);
    if (!isNode(value)) continue;
    if (isRegistration(value)) return true;
    const text = textOf(value);
    if (text !== undefined && callsCookieBanner(text, nesting + 1)) return true;
    for (const child of Object.values(value)) if (typeof child === 'object') pending.push(child);
  }
  return false;
};

/** Makes a function that tells whether an integration shows a cookie banner of its own. */
export const createConsentManagers = ({ readScript }: Pick<AssetsService, 'readScript'>) => {
  const byScript = new LRUCache<string, boolean>({ max: MAX_SCRIPTS });
  return async (integration: IntegrationRow): Promise<boolean> => {
    const known = byScript.get(integration.script);
    if (known !== undefined) return known;
    const isConsentManager = callsCookieBanner(await readScript(integration));
    byScript.set(integration.script, isConsentManager);
    return isConsentManager;
  };
};
