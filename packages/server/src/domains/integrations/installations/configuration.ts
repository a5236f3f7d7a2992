import { type ErrorDetail, invalid } from '../../../kernel/errors/errors.ts';
import type { DeclaredConfiguration } from '../integration-schemas.ts';

/** The configuration of an installation. */
export type InstalledConfiguration = Readonly<Record<string, unknown>>;

type Property = Extract<DeclaredConfiguration, { properties: unknown }>['properties'][string];

// In bytes of JSON.
const MAX_BYTES = 64 * 1024;

const TYPE_NAMES: Readonly<Record<Exclude<Property['type'], 'button'>, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
};

/** The validation error of a value; buttons accept any value from their callback. */
const validationError = (property: Property, value: unknown): string | undefined => {
  if (property.type === 'button') return undefined;
  if (typeof value !== property.type) return `must be ${TYPE_NAMES[property.type]}`;
  if (property.type === 'string' && property.enum && !property.enum.includes(value as string))
    return `must be one of ${property.enum.join(', ')}`;
  return undefined;
};

/** Validates a configuration against its declaration; required properties may be missing, unknown ones are allowed. */
export const checkConfiguration = (
  declared: DeclaredConfiguration | undefined,
  configuration: InstalledConfiguration,
): void => {
  if (Buffer.byteLength(JSON.stringify(configuration)) > MAX_BYTES)
    throw invalid({ path: 'body.configuration', message: `must not be larger than ${MAX_BYTES} bytes` });
  if (!declared || !('properties' in declared)) return;
  const problems = Object.entries(declared.properties).flatMap(([name, property]): ErrorDetail[] => {
    const message = Object.hasOwn(configuration, name)
      ? validationError(property, configuration[name])
      : undefined;
    return message === undefined ? [] : [{ path: `body.configuration.${name}`, message }];
  });
  if (problems.length > 0) throw invalid(...problems);
};

/** Rejects a declaration that requires undeclared properties. */
export const checkDeclaration = (declared: DeclaredConfiguration | undefined, path: string): void => {
  if (!declared || !('properties' in declared)) return;
  const unknown = (declared.required ?? []).findIndex((name) => !Object.hasOwn(declared.properties, name));
  if (unknown >= 0)
    throw invalid({ path: `${path}.required.${unknown}`, message: 'is not a declared property' });
};
