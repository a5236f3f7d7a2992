import { invalid } from '../../kernel/errors/errors.ts';

// Every host is in several directives of a header that proxies limit.
const MAX_POLICY_HOSTS_LENGTH = 600;

const POLICY_HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,63}(?::(\d{1,5}))?$/i;
const MAX_PORT = 65_535;

/** Why a host cannot be in a content security policy; undefined if it can. */
const policyHostProblem = (host: string): string | undefined => {
  if (/^[a-z][a-z+.-]*:(\/\/|$)/i.test(host))
    return 'must be a host without a scheme, such as cdn.example.com; pages with TLS load from it with TLS only';
  if (host.includes('/')) return 'must be a host without a path, such as cdn.example.com';
  const [match, port] = POLICY_HOST.exec(host) ?? [];
  if (match === undefined)
    return 'must be a host such as cdn.example.com or cdn.example.com:8443, or *.example.com for subdomains';
  return Number(port ?? 1) >= 1 && Number(port ?? 1) <= MAX_PORT
    ? undefined
    : `must have a port from 1 to ${MAX_PORT}`;
};

/** The distinct hosts of a content security policy, in lower case; throws if one is not a host. */
export const policyHostsIn = (hosts: readonly string[]): string[] => {
  for (const [at, host] of hosts.entries()) {
    const message = policyHostProblem(host);
    if (message !== undefined) throw invalid({ path: `body.contentSecurityPolicy.hosts.${at}`, message });
  }
  const distinct = [...new Set(hosts.map((host) => host.toLowerCase()))];
  if (distinct.join('').length > MAX_POLICY_HOSTS_LENGTH)
    throw invalid({
      path: 'body.contentSecurityPolicy.hosts',
      message: `must have at most ${MAX_POLICY_HOSTS_LENGTH} characters in all`,
    });
  return distinct;
};
