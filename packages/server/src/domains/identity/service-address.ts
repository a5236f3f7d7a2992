import { badRequest } from '../../kernel/errors/errors.ts';

const SERVICE_DOMAIN = '@integrations.invalid';

/** The e-mail address of a service account: it receives no mail and cannot be invited. */
export const serviceAddress = (accountId: string): string => `${accountId.toLowerCase()}${SERVICE_DOMAIN}`;

/** Whether an e-mail address belongs to a service account. */
export const isServiceAddress = (email: string): boolean => email.toLowerCase().endsWith(SERVICE_DOMAIN);

/** Rejects the e-mail address of a service account. */
export const rejectServiceAddress = (email: string): void => {
  if (isServiceAddress(email))
    throw badRequest(`E-mail addresses that end in ${SERVICE_DOMAIN} are reserved for integrations`);
};
