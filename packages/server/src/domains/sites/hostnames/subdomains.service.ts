import type { Caller } from '../../../kernel/auth/principal.ts';
import { notFound } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { findSubdomain } from './subdomains.store.ts';

/** The names that sites are found below. */
export const createSubdomainsService = ({ db }: Pick<Kernel, 'db'>) => ({
  /** The organization of a name, for those who belong to it. */
  find: async (caller: Caller, subdomain: string) => {
    const found = await findSubdomain(db, subdomain, caller.principal.userId);
    if (!found) throw notFound('subdomain');
    return found;
  },
});

/** The names that sites are found below. */
export type SubdomainsService = ReturnType<typeof createSubdomainsService>;
