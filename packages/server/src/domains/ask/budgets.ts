import type { AskLimits } from '../../kernel/ask-limits.ts';
import { createRateLimit } from '../../kernel/rate-limit.ts';

/** Who asks: a member or an IP address, in an organization, perhaps on a site. */
export interface Asker {
  readonly organization: string;
  readonly site?: string;
  readonly visitor: string;
}

/** Limits how many questions a language model answers. */
export const createBudgets = (limits: AskLimits, now: () => number) => {
  const [organizations, sites, visitors] = [limits.organization, limits.site, limits.visitor].map((limit) =>
    createRateLimit(limit, now),
  ) as [
    ReturnType<typeof createRateLimit>,
    ReturnType<typeof createRateLimit>,
    ReturnType<typeof createRateLimit>,
  ];
  return {
    /** Counts a question; returns whether the model may answer it. */
    take: ({ organization, site, visitor }: Asker): boolean => {
      try {
        // The smallest first, so that one visitor does not use up what others have.
        visitors.consume(`${organization} ${visitor}`);
        if (site !== undefined) sites.consume(site);
        organizations.consume(organization);
        return true;
      } catch {
        return false;
      }
    },
  };
};

/** Limits how many questions a language model answers. */
export type Budgets = ReturnType<typeof createBudgets>;
