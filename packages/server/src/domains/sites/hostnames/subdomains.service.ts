import type { Caller } from '../../../kernel/auth/principal.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { findSubdomain } from './subdomains.store.ts';

/** Service for subdomains of organizations. */
export const createSubdomainsService = ({ db }: Pick<Kernel, 'db'>) => ({
  /** Finds the organization with a subdomain, if the caller is a member. */
  find: async (caller: Caller, subdomain: string) => {
    const found = await findSubdomain(db, subdomain, caller.principal.userId);
    if (!found) throw notFound('subdomain');
    return found;
  },
});

/** Service for subdomains of organizations. */
export type SubdomainsService = ReturnType<typeof createSubdomainsService>;
