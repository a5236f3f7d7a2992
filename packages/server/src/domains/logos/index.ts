import { domain } from '../../kernel/contract/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { RevisionsService } from '../revisions/index.ts';
import { logosContract } from './logos.contract.ts';
import { logosHandlers } from './logos.handlers.ts';
import { createLogosService } from './logos.service.ts';

export type { LogosService } from './logos.service.ts';

/** Uploaded logos of organizations. */
export const createLogos = (kernel: Kernel, more: { revisions: RevisionsService }) => {
  const service = createLogosService({ ...kernel, ...more });
  return {
    service,
    domain: domain({ name: 'logos', contract: logosContract, handlers: logosHandlers(service) }),
  };
};
