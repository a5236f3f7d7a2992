import { parseCookies } from '../kernel/cookies.ts';
import type { Person, TestServer } from './server.ts';

/** The response of a page. */
export interface BrowserPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The Location header: a path of the server or a URL. */
  readonly location: string | undefined;
}

/** A minimal browser: stores cookies and sends origin headers. */
export interface BrowserClient {
  /** Its cookies, by name. */
  readonly cookies: Map<string, string>;
  /** Opens a page, as from a link or the address bar. */
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<BrowserPage>;
  /** Sends a form of a page of the server. */
  send(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<BrowserPage>;
  /** Sends the form of an open page; fields that are not given keep their values. */
  submit(page: BrowserPage, action: string, fields?: Readonly<Record<string, string>>): Promise<BrowserPage>;
}

const INPUT = /<input [^>]*type="hidden"[^>]*>/g;

/** The hidden fields of the form with the given action, or with a button that has it. */
export const hiddenFields = ({ text }: BrowserPage, action: string): Record<string, string> => {
  const forms = text.match(/<form .*?<\/form>/gs) ?? [];
  const form = forms.find((one) => one.includes(`action="${action}"`));
  if (!form) throw new Error(`No form is sent to ${action}`);
  return Object.fromEntries(
    [...form.matchAll(INPUT)].map(([input]) => [
      /name="([^"]*)"/.exec(input)![1]!,
      /value="([^"]*)"/.exec(input)?.[1]?.replaceAll('&#39;', "'").replaceAll('&amp;', '&') ?? '',
    ]),
  );
};

/** A browser without cookies. */
export const newBrowser = ({ url }: Pick<TestServer, 'url'>): BrowserClient => {
  const cookies = new Map<string, string>();
  const ask = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: URLSearchParams,
  ): Promise<BrowserPage> => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...headers,
      },
      ...(body && { body }),
    });
    for (const header of response.headers.getSetCookie()) {
      const [[name, value] = ['', '']] = parseCookies(header.split(';')[0]);
      if (/Max-Age=0/.test(header)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: response.headers.get('location')?.replace(url, '') ?? undefined,
    };
  };
  const send: BrowserClient['send'] = (path, fields, headers = {}) =>
    ask(
      'POST',
      path,
      { origin: url, 'sec-fetch-site': 'same-origin', ...headers },
      new URLSearchParams(fields),
    );
  return {
    cookies,
    open: (path, headers = {}) => ask('GET', path, { 'sec-fetch-site': 'none', ...headers }),
    send,
    submit: (page, action, fields = {}) => send(action, { ...hiddenFields(page, action), ...fields }),
  };
};

/** The URL of a sign-in link. */
export const signInLinkFor = async (server: TestServer, email: string): Promise<string> => {
  const { kernel, services } = server.app;
  const secret = await kernel.transaction((tx) => services.signIn.issueOperatorLink(tx, email));
  return `/login/link?token=${secret}`;
};

/** A browser with a signed-in user. */
export const signedInBrowser = async (
  server: TestServer,
  { email }: Pick<Person, 'email'>,
): Promise<BrowserClient> => {
  const browser = newBrowser(server);
  await browser.submit(await browser.open(await signInLinkFor(server, email)), '/login/link');
  if (browser.cookies.size === 0) throw new Error(`${email} could not sign in`);
  return browser;
};

/** Makes a user consent to single sign-on of an organization. */
export const agreeToSso = async (
  { url }: Pick<TestServer, 'url'>,
  { email, token }: Pick<Person, 'email' | 'token'>,
  organizationId: string,
): Promise<void> => {
  const { status } = await fetch(`${url}/account/organizations/${organizationId}/agreement`, {
    method: 'POST',
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams(),
  });
  if (status !== 303) throw new Error(`${email} could not agree: ${status}`);
};

/** An API token that somebody creates in the browser in which they are signed in. */
export const tokenCreatedIn = async (
  { url }: Pick<TestServer, 'url'>,
  { cookies }: BrowserClient,
): Promise<string> => {
  const created = await fetch(`${url}/v1/user/tokens`, {
    method: 'POST',
    headers: {
      cookie: `lectern_session=${cookies.get('lectern_session')}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ label: 'Script' }),
  });
  return ((await created.json()) as { token: string }).token;
};
