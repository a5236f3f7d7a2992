import { badRequest } from '../../kernel/errors/errors.ts';

const SERVICE_DOMAIN = '@integrations.invalid';

/** The e-mail address of a service account: it receives no mail and cannot be invited. */
export const serviceAccountEmail = (accountId: string): string =>
  `${accountId.toLowerCase()}${SERVICE_DOMAIN}`;

/** Whether an e-mail address belongs to a service account. */
export const isServiceAccountEmail = (email: string): boolean => email.toLowerCase().endsWith(SERVICE_DOMAIN);

/** Rejects the e-mail address of a service account. */
export const rejectServiceAccountEmail = (email: string): void => {
  if (isServiceAccountEmail(email))
    throw badRequest(`E-mail addresses that end in ${SERVICE_DOMAIN} are reserved for integrations`);
};
