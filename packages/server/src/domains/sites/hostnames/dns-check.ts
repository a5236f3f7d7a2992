import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** The records of a name. */
export interface DnsRecords {
  readonly cname: readonly string[];
  readonly addresses: readonly string[];
}

/** Finds the records of a name; a name without records has empty lists. */
export type FindRecords = (name: string) => Promise<DnsRecords>;

const TIMEOUT_MS = 3000;

/** Finds records with the DNS servers of the machine. */
export const findDnsRecords: FindRecords = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 });
  const none = (): string[] => [];
  const [cname, four, six] = await Promise.all([
    resolver.resolveCname(name).catch(none),
    resolver.resolve4(name).catch(none),
    resolver.resolve6(name).catch(none),
  ]);
  return { cname, addresses: [...four, ...six] };
};

const RECORD_TYPES = { 0: 'CNAME', 4: 'A', 6: 'AAAA' } as const;

/** The record that leads to a server. */
export const recordTo = (server: string) => {
  const value = server.replace(/^\[|\]$/g, '');
  return { type: RECORD_TYPES[isIP(value) as keyof typeof RECORD_TYPES], value };
};

const plain = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Checks whether the records of a hostname lead to a server. */
export const checkDns = async (hostname: string | null, server: string, findRecords: FindRecords) => {
  const record = recordTo(server);
  if (hostname === null)
    return { record, found: { cname: [], addresses: [] }, state: 'no-hostname' as const };
  const [found, own] = await Promise.all([
    findRecords(hostname),
    record.type === 'CNAME'
      ? findRecords(record.value)
      : Promise.resolve({ cname: [], addresses: [record.value] }),
  ]);
  const isCorrect =
    found.cname.some((name) => plain(name) === plain(record.value)) ||
    found.addresses.some((address) => own.addresses.includes(address));
  const isThere = found.cname.length + found.addresses.length > 0;
  return {
    hostname,
    record,
    found: { cname: [...found.cname], addresses: [...found.addresses] },
    state: isCorrect ? ('correct' as const) : isThere ? ('elsewhere' as const) : ('missing' as const),
  };
};
