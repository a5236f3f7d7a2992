import { renderInvitation } from '@lectern/site';
import type { Caller, Principal } from '../../../kernel/auth/principal.ts';
import { sessionCookie, sessionSecretIn } from '../../../kernel/auth/session-cookie.ts';
import type { BrowserRequest, Handlers, PageResponse } from '../../../kernel/contract/operation.ts';
import { ApiError, forbidden } from '../../../kernel/errors/errors.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { FORM_TOKEN_FIELD, formToken, isValidFormToken } from '../../account/index.ts';
import { optionsResponse, PASSWORD_LENGTH } from '../../credentials/index.ts';
import {
  acceptsHtml,
  browserContext,
  htmlPage,
  type PageScript,
  type PagesService,
  pagePolicy,
  parseQuery,
  redirectTo,
  requireSameOrigin,
  SECRET_ADDRESS,
  type SignInService,
  sentenceOf,
} from '../../sessions/index.ts';
import { INVITATION_PATH } from '../invitations/invitations.service.ts';
import type { InvitationView, JoiningService } from '../joining.service.ts';
import type { acceptContract } from './accept.contract.ts';
import type { AcceptService } from './accept.service.ts';

interface Services {
  readonly accept: AcceptService;
  readonly joining: Pick<JoiningService, 'accept'>;
  readonly signIn: Pick<SignInService, 'attempt' | 'findSignedIn'>;
  readonly pages: PagesService;
  readonly passkeyScript: () => PageScript | undefined;
}

/** The part of the page that depends on who opens it. */
interface Visit {
  readonly request: BrowserRequest;
  readonly view: InvitationView;
  /** The path of the page. */
  readonly path: string;
  readonly secret?: string | undefined;
  /** What a new user has entered, or the invited account. */
  readonly person?: { displayName?: string | undefined; email?: string | undefined } | undefined;
  readonly error?: ApiError | undefined;
}

const pathOf = ({ organizationId, inviteId }: { organizationId: string; inviteId: string }) =>
  `/invites/${organizationId}/${inviteId}`;

const targetOf = ({ organizationId, content }: Pick<InvitationView, 'organizationId' | 'content'>) =>
  content?.kind === 'space' ? `/app/s/${content.id}` : `/app/o/${organizationId}`;

/** Maps operations to service calls and responses. */
export const acceptHandlers = (
  { accept, joining, signIn, pages, passkeyScript }: Services,
  { links, signing }: Pick<Kernel, 'links' | 'signing'>,
): Handlers<typeof acceptContract> => {
  const isSecure = () => links.fileUrl('').startsWith('https:');
  const signedIn = ({ headers }: BrowserRequest): Promise<Principal | undefined> =>
    signIn.findSignedIn(sessionSecretIn(headers, isSecure()));

  const show = (
    { view, path, secret, person, error }: Visit,
    step: Parameters<typeof renderInvitation>[0]['step'],
  ): PageResponse => {
    const script = view.disabledMethods.includes('passkey') ? undefined : passkeyScript();
    return htmlPage(
      renderInvitation({
        styles: pages.styles(),
        script: script?.src,
        notice: error && { kind: 'danger', text: sentenceOf(error.message) },
        organization: view.organization,
        content: view.content,
        inviter: view.inviter,
        role: view.role,
        disabledMethods: view.disabledMethods,
        path,
        secret,
        person: person ?? {},
        minLength: PASSWORD_LENGTH.min,
        step,
      }),
      error?.status,
      { ...SECRET_ADDRESS, 'content-security-policy': pagePolicy(undefined, script) },
    );
  };

  const acceptStep = (principal: Principal, action: string) =>
    ({
      kind: 'accept',
      action,
      as: principal.displayName,
      formToken: formToken(signing, { principal }),
    }) as const;

  const showLink = async (visit: Visit): Promise<PageResponse> => {
    const principal = await signedIn(visit.request);
    if (principal) return show(visit, acceptStep(principal, `${visit.path}/accept`));
    return show(
      visit,
      accept.verifiesByEmail
        ? { kind: 'verify-email' }
        : { kind: 'register', action: `${visit.path}/register` },
    );
  };

  const showInvitation = async (
    request: BrowserRequest,
    secret: string,
    error?: ApiError,
  ): Promise<PageResponse> => {
    const view = await accept.previewInvitation(secret);
    const path = INVITATION_PATH;
    const visit = { request, view, path, secret, person: view, error };
    const principal = await signedIn(request);
    if (!view.mustSignIn) return show(visit, { kind: 'enroll', insteadOf: principal?.displayName });
    if (principal?.userId === view.userId) return show(visit, acceptStep(principal, `${path}/accept`));
    return show(visit, {
      kind: 'sign-in',
      href: `/login?to=${encodeURIComponent(`${path}?token=${secret}`)}`,
      email: view.email,
    });
  };

  /** Shows what can be corrected in the form again; other errors get a page of their own. */
  const inForm = async (
    request: BrowserRequest,
    work: () => Promise<PageResponse>,
    again: (error: ApiError) => Promise<PageResponse>,
  ): Promise<PageResponse> => {
    try {
      return await work();
    } catch (error) {
      const isCorrectable = error instanceof ApiError && [400, 403, 409].includes(error.status);
      if (!isCorrectable || !acceptsHtml(request)) throw error;
      return again(error);
    }
  };

  const requireFormToken = (caller: Caller, given: string | undefined) => {
    if (!isValidFormToken(signing, caller, given))
      throw forbidden('The form has expired: reload the page and try again');
  };

  const redirectSignedIn = (target: string, session: string) =>
    redirectTo(target, { 'set-cookie': sessionCookie(session, isSecure()) });

  return {
    getInvitePage: ({ request, params }) =>
      signIn.attempt(request.address, async () =>
        showLink({
          request,
          path: pathOf(params),
          view: await accept.previewLink(params.organizationId, params.inviteId),
        }),
      ),
    acceptInvite: async ({ caller, request, params, body }) => {
      const { organizationId, inviteId } = params;
      const view = await accept.previewLink(organizationId, inviteId);
      return inForm(
        request,
        async () => {
          requireFormToken(caller, body[FORM_TOKEN_FIELD]);
          await joining.accept(caller, organizationId, inviteId);
          return redirectTo(targetOf(view));
        },
        (error) => showLink({ request, path: pathOf(params), view, error }),
      );
    },
    startInvitePasskey: async ({ request, params, body }) => {
      requireSameOrigin(request);
      return signIn.attempt(request.address, async () =>
        optionsResponse(await accept.linkPasskeyOptions(params.organizationId, params.inviteId, body)),
      );
    },
    registerWithInvite: async ({ request, params, body }) => {
      requireSameOrigin(request);
      const { organizationId, inviteId } = params;
      const view = await accept.previewLink(organizationId, inviteId);
      return inForm(
        request,
        () =>
          signIn.attempt(request.address, async () =>
            redirectSignedIn(
              targetOf(view),
              await accept.register(organizationId, inviteId, body, browserContext(request, isSecure())),
            ),
          ),
        (error) => showLink({ request, path: pathOf(params), view, person: body, error }),
      );
    },
    getInvitationPage: ({ request }) =>
      signIn.attempt(request.address, () => showInvitation(request, parseQuery(request).get('token') ?? '')),
    acceptInvitationSignedIn: async ({ caller, request, body }) =>
      inForm(
        request,
        async () => {
          requireFormToken(caller, body[FORM_TOKEN_FIELD]);
          return redirectTo(`/app/o/${await accept.acceptSignedIn(caller, body.token)}`);
        },
        (error) => showInvitation(request, body.token, error),
      ),
    startInvitationPasskey: async ({ request, body }) => {
      requireSameOrigin(request);
      return signIn.attempt(request.address, async () =>
        optionsResponse(await accept.invitationPasskeyOptions(body.token)),
      );
    },
    acceptInvitation: async ({ request, body: { token, ...input } }) => {
      requireSameOrigin(request);
      return inForm(
        request,
        () =>
          signIn.attempt(request.address, async () => {
            const { session, organizationId } = await accept.acceptInvitation(
              token,
              input,
              browserContext(request, isSecure()),
            );
            return redirectSignedIn(`/app/o/${organizationId}`, session);
          }),
        (error) => showInvitation(request, token, error),
      );
    },
  };
};
