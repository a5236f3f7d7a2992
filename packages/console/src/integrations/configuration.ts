import type { Integration } from './queries.ts';

/** How an integration is configured in an organization, on a space or on a site. */
export type Configuration = NonNullable<NonNullable<Integration['configurations']>['account']>;

/** A configuration that consists of named properties. */
export type Declared = Extract<Configuration, { readonly properties: unknown }>;

/** A property of a configuration. */
export type Property = Declared['properties'][string];

/** Whether a configuration consists of properties; otherwise a component of the integration collects it. */
export const isDeclared = (configuration: Configuration): configuration is Declared =>
  'properties' in configuration;

/** The values of a form as the integration expects them, and what is wrong with them. */
export const valuesOf = (
  { properties, required = [] }: Declared,
  given: Readonly<Record<string, unknown>>,
): { readonly values: Record<string, unknown>; readonly problems: string[] } => {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (property.type === 'button') continue;
    const label = property.title || name;
    const value = given[name];
    const isEmpty = value === undefined || value === '';
    if (isEmpty && property.type !== 'boolean') {
      if (required.includes(name)) problems.push(`${label} is required.`);
    } else if (property.type === 'number') {
      if (Number.isFinite(Number(value))) values[name] = Number(value);
      else problems.push(`${label} is not a number.`);
    } else values[name] = property.type === 'boolean' ? value === true : value;
  }
  return { values, problems };
};
