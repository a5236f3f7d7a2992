import type { Handlers } from '../../kernel/contract/operation.ts';
import { type logosContract, MAX_LOGO_BYTES } from './logos.contract.ts';
import type { LogosService } from './logos.service.ts';

/** Maps operations to the service, and its results to responses. */
export const logosHandlers = (logos: LogosService): Handlers<typeof logosContract> => ({
  uploadOrganizationLogo: async ({ caller, subject, upload }) => {
    const { file } = await upload((bytes) => logos.receive(subject, bytes, MAX_LOGO_BYTES));
    return { object: 'organization-logo' as const, ...(await logos.add(caller, subject, file)) };
  },
  readOrganizationLogo: ({ params }) => logos.download(params.organizationId, params.organizationLogoName),
});
