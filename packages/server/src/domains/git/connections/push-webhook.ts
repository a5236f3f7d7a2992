import { createHmac, timingSafeEqual } from 'node:crypto';

/** The headers of a request, by their names in lower case. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

const isEqual = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

// GitHub and Bitbucket write the algorithm before the signature; Gitea and Forgejo do not; GitLab sends the secret.
const SIGNATURES: readonly {
  readonly header: string;
  readonly expected: (mac: string, secret: string) => string;
}[] = [
  { header: 'x-hub-signature-256', expected: (mac) => `sha256=${mac}` },
  { header: 'x-hub-signature', expected: (mac) => `sha256=${mac}` },
  { header: 'x-gitea-signature', expected: (mac) => mac },
  { header: 'x-forgejo-signature', expected: (mac) => mac },
  { header: 'x-gitlab-token', expected: (_, secret) => secret },
];

/** Whether the request of a git host is signed with the secret. */
export const isSignedPush = (headers: RequestHeaders, body: Buffer, secret: string): boolean => {
  const mac = createHmac('sha256', secret).update(body).digest('hex');
  return SIGNATURES.some(({ header, expected }) => {
    const given = headers[header];
    return typeof given === 'string' && isEqual(given, expected(mac, secret));
  });
};

const EVENT_HEADERS = ['x-github-event', 'x-gitlab-event', 'x-gitea-event', 'x-forgejo-event', 'x-event-key'];
const PUSH_EVENTS = /^(?:push|push hook|repo:push|repo:refs_changed)$/i;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

const parse = (body: Buffer): unknown => {
  const text = body.toString();
  // GitHub can send its payload as a form.
  const json = text.startsWith('payload=') ? (new URLSearchParams(text).get('payload') ?? '') : text;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};

/** The refs in the payload of a push: GitHub, GitLab and Gitea name one, Bitbucket lists changes. */
const refsIn = (payload: unknown): string[] => {
  if (!isRecord(payload)) return [];
  if (typeof payload.ref === 'string') return [payload.ref];
  const cloud = isRecord(payload.push) ? recordsIn(payload.push.changes) : [];
  const branches = cloud
    .map((change) => change.new)
    .filter(isRecord)
    .map(({ name }) => `refs/heads/${name}`);
  const server = recordsIn(payload.changes).flatMap(({ refId }) =>
    typeof refId === 'string' ? [refId] : [],
  );
  return [...branches, ...server];
};

/** Whether a request of a git host reports a push to a branch; requests that name no branch count. */
export const isPushTo = (ref: string, headers: RequestHeaders, body: Buffer): boolean => {
  const event = EVENT_HEADERS.map((name) => headers[name]).find((value) => typeof value === 'string');
  if (event !== undefined && !PUSH_EVENTS.test(event as string)) return false;
  const refs = refsIn(parse(body));
  return refs.length === 0 || refs.includes(ref);
};
