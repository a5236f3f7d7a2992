import type { Handlers } from '../../../kernel/contract/operation.ts';
import type { embedsContract } from './embeds.contract.ts';
import type { EmbedsService } from './embeds.service.ts';

/** Handlers of embeds. */
export const embedsHandlers = (embeds: EmbedsService): Handlers<typeof embedsContract> => ({
  getEmbedByUrlInSpace: ({ subject, query }) => embeds.findInSpace(subject, query.url),
  getEmbedByUrl: ({ query }) => embeds.find(query.url),
});
