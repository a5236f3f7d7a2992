import type { ItemOf } from '../../api/operations.ts';

/** An event of the audit log. */
export type AuditEvent = ItemOf<'/orgs/{organizationId}/audit-events'>;

/** A value before and after an event. */
export interface Difference {
  /** Where it is, such as “title” or “users → Ann”. */
  readonly name: string;
  /** Undefined if it was not there. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isChange = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(value).length > 0 && Object.keys(value).every((key) => key === 'from' || key === 'to');

const shown = (value: unknown): string => {
  if (value === null) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const changeOf = (name: string, change: Readonly<Record<string, unknown>>): Difference => ({
  name,
  before: 'from' in change ? shown(change.from) : undefined,
  after: 'to' in change ? shown(change.to) : undefined,
});

// Names of the parts of a payload that say nothing by themselves.
const TRANSPARENT = new Set(['changes']);
// The names of changed fields are those of their differences.
const REDUNDANT = new Set(['fields', 'address']);

const walk = (value: Readonly<Record<string, unknown>>, path: readonly string[]): readonly Difference[] =>
  isChange(value)
    ? [changeOf(path.join(' → ') || 'value', value)]
    : Object.entries(value).flatMap(([key, part]) => {
        if (path.length === 0 && REDUNDANT.has(key)) return [];
        const at = TRANSPARENT.has(key) ? path : [...path, key];
        return isObject(part) ? walk(part, at) : [{ name: at.join(' → '), after: shown(part) }];
      });

/** What an event changed, value by value. */
export const differencesOf = ({ payload }: Pick<AuditEvent, 'payload'>): readonly Difference[] =>
  walk(payload ?? {}, []);

const NAMES: Readonly<Record<string, string>> = {
  sso: 'single sign-on',
  saml: 'SAML',
  oidc: 'OpenID Connect',
  scim: 'SCIM',
  openapi: 'OpenAPI',
};

/** The label of an action: that of “space.access-changed” is “Space access changed”. */
export const actionName = (action: string): string => {
  const words = action.split(/[.-]/).map((word) => NAMES[word] ?? word);
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
