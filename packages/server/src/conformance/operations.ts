import type { Domain } from '../kernel/contract/domain.ts';
import type { Operation } from '../kernel/contract/operation.ts';
import { pathOf } from '../kernel/contract/paths.ts';

/** One entry of the operation table. */
export interface Entry {
  readonly domain: string;
  readonly operationId: string;
  readonly operation: Operation;
  /** The path on the server, `/v1` included. */
  readonly path: string;
  /** The names of its path parameters. */
  readonly params: readonly string[];
}

/** The operation table of a server as a list. */
export const entriesOf = (domains: readonly Domain[]): Entry[] =>
  domains.flatMap(({ name, contract }) =>
    Object.entries(contract).map(([operationId, operation]) => ({
      domain: name,
      operationId,
      operation,
      path: pathOf(operation),
      params: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!),
    })),
  );

/** Fills in the path parameters. */
export const fillPath = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${path}: nothing was made for {${name}}`);
    return encodeURIComponent(value);
  });
