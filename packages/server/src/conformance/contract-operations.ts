import { existsSync, readFileSync } from 'node:fs';

/** An operation of the contract. */
export interface ContractOperation {
  /** 1: the user's document; 2: a platform needs it; 3: later; x: not ours. */
  readonly tier: string;
  readonly domain: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
}

const read = (file: URL): ContractOperation[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [tier, domain, method, path, operationId] = line.split('\t') as [
        string,
        string,
        string,
        string,
        string,
      ];
      return { tier, domain, method, path, operationId };
    });

/** Every operation of the contract. */
export const contractOperations = read(new URL('operations.tsv', import.meta.url));

const original = new URL('../../../../../shared/contract/operations.tsv', import.meta.url);

/** The original of the list, which exists only where this project is developed. */
export const originalOperations = (): ContractOperation[] | undefined =>
  existsSync(original) ? read(original) : undefined;

const isOurs = ({ tier }: ContractOperation) => tier !== 'x';

const groupBy = <T>(items: readonly T[], key: (item: T) => string): [string, T[]][] => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
};

/** The missing operations by tier and domain: the text of `missing-operations.txt`. */
export const describeMissing = (existing: ReadonlySet<string>): string => {
  const all = contractOperations.filter(isOurs);
  const lines = groupBy(all, (operation) => operation.tier).flatMap(([tier, ofTier]) => {
    const missing = ofTier.filter(({ operationId }) => !existing.has(operationId));
    return [
      `tier ${tier}: ${missing.length} of ${ofTier.length} missing`,
      ...groupBy(missing, (operation) => operation.domain).flatMap(([domain, ofDomain]) => [
        `  ${domain}: ${ofDomain.length}`,
        ...ofDomain.map(({ method, path, operationId }) => `    ${operationId}  ${method} ${path}`),
      ]),
    ];
  });
  return `${lines.join('\n')}\n`;
};
