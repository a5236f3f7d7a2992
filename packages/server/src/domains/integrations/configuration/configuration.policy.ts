import { type ErrorDetail, invalid } from '../../../kernel/errors/errors.ts';
import type { DeclaredConfiguration } from '../integrations.contract.ts';

/** What an installation was told. */
export type InstalledConfiguration = Readonly<Record<string, unknown>>;

type Property = Extract<DeclaredConfiguration, { properties: unknown }>['properties'][string];

// In bytes of JSON: some keep what another service told them, none keep documents.
const LARGEST = 64 * 1024;

const KINDS: Readonly<Record<Exclude<Property['type'], 'button'>, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
};

/** What is wrong with a value; a button keeps whatever its callback brought. */
const problemWith = (property: Property, value: unknown): string | undefined => {
  if (property.type === 'button') return undefined;
  if (typeof value !== property.type) return `must be ${KINDS[property.type]}`;
  if (property.type === 'string' && property.enum && !property.enum.includes(value as string))
    return `must be one of ${property.enum.join(', ')}`;
  return undefined;
};

/** Refuses a configuration that its declaration does not allow; required values may come later, others are kept. */
export const checkConfiguration = (
  declared: DeclaredConfiguration | undefined,
  configuration: InstalledConfiguration,
): void => {
  if (Buffer.byteLength(JSON.stringify(configuration)) > LARGEST)
    throw invalid({ path: 'body.configuration', message: `must not have more than ${LARGEST} bytes` });
  if (!declared || !('properties' in declared)) return;
  const problems = Object.entries(declared.properties).flatMap(([name, property]): ErrorDetail[] => {
    const message = Object.hasOwn(configuration, name)
      ? problemWith(property, configuration[name])
      : undefined;
    return message === undefined ? [] : [{ path: `body.configuration.${name}`, message }];
  });
  if (problems.length > 0) throw invalid(...problems);
};

/** Refuses a declaration that requires what it does not declare. */
export const checkDeclaration = (declared: DeclaredConfiguration | undefined, path: string): void => {
  if (!declared || !('properties' in declared)) return;
  const unknown = (declared.required ?? []).findIndex((name) => !Object.hasOwn(declared.properties, name));
  if (unknown >= 0)
    throw invalid({ path: `${path}.required.${unknown}`, message: 'is not one of the properties' });
};
