import { stringify } from 'yaml';
import type { VariableValue } from '../content/records.ts';
import { printProperties, readProperties } from '../properties.ts';
import { readYaml, withoutInvisible } from './configuration.ts';
import { areVariables } from './page-file.ts';

type Variables = Readonly<Record<string, VariableValue>>;

/** The variables of a `vars.yaml`, and the names of its entries that are none; undefined if it is not a YAML mapping. */
export const readVariablesFile = (
  source: string,
): { readonly variables: Variables; readonly invalid: readonly string[] } | undefined => {
  const read = readYaml(source);
  if (!read) return undefined;
  const isValid = ([name, value]: [string, unknown]) => areVariables({ [name]: value });
  const entries = Object.entries(read);
  return {
    variables: Object.fromEntries(entries.filter(isValid)) as Variables,
    invalid: entries.filter((entry) => !isValid(entry)).map(([name]) => name),
  };
};

/** Writes a `vars.yaml`; undefined without variables. In an existing one only changed variables are replaced. */
export const printVariablesFile = (variables: Variables, source = ''): string | undefined => {
  const before = readYaml(source);
  // Nothing is written over a file that was not read.
  if (!before) return source;
  const { invalid } = readVariablesFile(source)!;
  const kept = Object.fromEntries(invalid.map((name) => [name, before[name]]));
  const after = { ...kept, ...variables };
  const written = withoutInvisible(source).replace(/\r\n/g, '\n').replace(/\n$/, '');
  if (readProperties(written) === undefined) return stringify(after, { lineWidth: 0 });
  const yaml = printProperties(after, written);
  return yaml === undefined || yaml === '' ? undefined : `${yaml.replace(/\n$/, '')}\n`;
};
