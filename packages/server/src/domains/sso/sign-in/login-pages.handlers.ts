import { renderSignIn } from '@lectern/site';
import type { Handlers } from '../../../kernel/contract/operation.ts';
import {
  htmlPage,
  type LoginOption,
  type PagesService,
  parseQuery,
  redirectTo,
  type SignInService,
  safeReturnPath,
  toLoginLinks,
} from '../../sessions/index.ts';
import type { loginPagesContract } from './login-pages.contract.ts';

interface Services {
  /** Finds the login options of an organization by id or hostname. */
  readonly findLogins: (name: string) => Promise<readonly LoginOption[]>;
  /** The methods that an organization accepts, by id or hostname. */
  readonly findMethods: (name: string) => Promise<{ password: boolean; email: boolean }>;
  readonly signIn: Pick<SignInService, 'canSendEmail'>;
  readonly pages: PagesService;
}

const AGREED = {
  kind: 'success',
  text: 'Single sign-on is enabled for your account. Use it to sign in from now on.',
} as const;

/** Handlers of the sign-in pages of organizations. */
export const loginPagesHandlers = ({
  findLogins,
  findMethods,
  signIn,
  pages,
}: Services): Handlers<typeof loginPagesContract> => ({
  // Unknown organizations look like organizations without identity providers.
  getOrganizationLoginPage: async ({ params, request }) => {
    const query = parseQuery(request);
    const target = safeReturnPath(query.get('to'));
    const logins = await findLogins(params.organizationId);
    const methods = await findMethods(params.organizationId);
    return htmlPage(
      renderSignIn({
        styles: pages.styles(),
        target,
        byEmail: signIn.canSendEmail && methods.email,
        byPassword: methods.password,
        logins: toLoginLinks(logins, target),
        bySso: logins.length === 0 ? { name: params.organizationId } : undefined,
        notice: query.get('done') === 'agreed' ? AGREED : undefined,
      }),
    );
  },
  // A form with the method GET can only send the name as a query parameter.
  findOrganizationLoginPage: async ({ request }) => {
    const query = parseQuery(request);
    const name = query.get('organization')?.trim() ?? '';
    const to = `?to=${encodeURIComponent(safeReturnPath(query.get('to')))}`;
    return redirectTo(name ? `/login/organizations/${encodeURIComponent(name)}${to}` : `/login${to}`);
  },
});
