import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import autocannon from 'autocannon';

const CORPORA = process.env.LECTERN_CORPORA ?? path.resolve('../shared/corpora');
const QUESTIONS = path.join(CORPORA, 'banking77/test.csv');

/** Where conversations are sent. */
export interface Desk {
  readonly url: string;
  readonly token: string;
  readonly organizationId: string;
}

interface Labelled {
  readonly text: string;
  readonly label: string;
}

interface Listed {
  readonly issue: { readonly cluster?: string };
  readonly conversation: { readonly urls: { readonly source?: string } };
}

/** The rows of a table with a text and a label, in an order that tells nothing of the labels. */
const readQuestions = (): Labelled[] => {
  const rows = readFileSync(QUESTIONS, 'utf8').matchAll(/^(?:"((?:[^"]|"")*)"|([^",\n]*)),([^,\n]+)$/gm);
  const all = [...rows].map(([, quoted, plain, label]) => ({
    text: (quoted ?? plain ?? '').replaceAll('""', '"').trim(),
    label: label!.trim(),
  }));
  // The first row names the columns.
  const questions = all.slice(1);
  const step = 1009;
  return questions.map((_, i) => questions[(i * step) % questions.length]!);
};

const call = async ({ url, token, organizationId }: Desk, method: string, at: string, body?: unknown) => {
  const response = await fetch(`${url}/v1/orgs/${organizationId}/${at}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
};

const send = async (desk: Desk, texts: readonly string[], atOnce: number) => {
  const conversations = texts.map((body, i) => ({
    id: String(i),
    metadata: { url: `https://desk.test/${i}` },
    parts: [{ type: 'message', role: 'user', body }],
  }));
  for (let from = 0; from < conversations.length; from += atOnce)
    await call(desk, 'POST', 'conversations', conversations.slice(from, from + atOnce));
};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the oldest conversations that wait are done: the newest is done last. */
const processed = async (desk: Desk) => {
  for (;;) {
    const { items } = (await call(desk, 'GET', 'conversations?limit=1')) as {
      items: { processedAt?: string }[];
    };
    if (items[0]?.processedAt) return;
    await sleep(200);
  }
};

/** Waits until the clusters are in order. */
const inOrder = async (desk: Desk) => {
  for (;;) {
    const { count } = (await call(desk, 'GET', 'conversations-clusters?status=pending&limit=1')) as {
      count: number;
    };
    if (count === 0) return;
    await sleep(500);
  }
};

const listAll = async (desk: Desk): Promise<Listed[]> => {
  const all: Listed[] = [];
  for (let page = ''; ; ) {
    const list = (await call(desk, 'GET', `conversations-issues?limit=1000${page}`)) as {
      items: Listed[];
      next?: { page: string };
    };
    all.push(...list.items);
    if (!list.next) return all;
    page = `&page=${list.next.page}`;
  }
};

/** How well clusters fit labels: the adjusted Rand index and the V-measure. */
const qualityOf = (labels: readonly string[], clusters: readonly string[]) => {
  const count = (names: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts.values()];
  };
  const n = labels.length;
  const pairs = (counts: readonly number[]) => counts.reduce((sum, c) => sum + (c * (c - 1)) / 2, 0);
  const entropy = (counts: readonly number[]) =>
    -counts.reduce((sum, c) => sum + (c / n) * Math.log(c / n), 0);
  const [a, b, both] = [
    count(labels),
    count(clusters),
    count(labels.map((label, i) => `${label}\n${clusters[i]}`)),
  ];
  const expected = (pairs(a) * pairs(b)) / ((n * (n - 1)) / 2);
  const rand = (pairs(both) - expected) / ((pairs(a) + pairs(b)) / 2 - expected);
  const homogeneity = 1 - (entropy(both) - entropy(b)) / entropy(a);
  const completeness = 1 - (entropy(both) - entropy(a)) / entropy(b);
  return { rand, v: (2 * homogeneity * completeness) / (homogeneity + completeness), clusters: b.length };
};

/** How well questions are put together, through the API, by labels that the program never sees. */
export const measureClustering = async (desk: Desk): Promise<string> => {
  if (!existsSync(QUESTIONS)) return 'Clustering: skipped, for there are no questions here (LECTERN_CORPORA)';
  const questions = readQuestions();
  await send(
    desk,
    questions.map(({ text }) => text),
    500,
  );
  await processed(desk);
  await inOrder(desk);
  const found = new Map<string, string>();
  // Of several issues, the first that was found counts.
  for (const { issue, conversation } of await listAll(desk))
    found.set(conversation.urls.source!.split('/').at(-1)!, issue.cluster!);
  const clusters = questions.map((_, i) => found.get(String(i)) ?? `none ${i}`);
  const {
    rand,
    v,
    clusters: count,
  } = qualityOf(
    questions.map(({ label }) => label),
    clusters,
  );
  const { count: listed } = (await call(desk, 'GET', 'conversations-clusters?limit=1')) as { count: number };
  return `Clustering of ${questions.length} questions with ${new Set(questions.map(({ label }) => label)).size} intents: ARI ${rand.toFixed(3)}, V-measure ${v.toFixed(3)}, ${count} clusters, ${listed} of them listed`;
};

const THINGS = [
  'card',
  'invoice',
  'password',
  'export',
  'site',
  'domain',
  'editor',
  'import',
  'payment',
  'team',
];
const TROUBLES = [
  'has not arrived',
  'is wrong',
  'does not work',
  'crashes',
  'is missing',
  'is too slow',
  'fails with an error',
];

/** How long the slowest readers wait until something is done. */
const reads = async ({ url, token, organizationId }: Desk, until: Promise<unknown>) => {
  const result = new Promise<autocannon.Result>((resolve, reject) => {
    const options = {
      url: `${url}/v1/orgs/${organizationId}/spaces?limit=20`,
      headers: { authorization: `Bearer ${token}` },
      connections: 4,
      duration: 3600,
      // Readers, not a race for the processor.
      overallRate: 100,
    };
    const run = autocannon(options, (error, found) => (error ? reject(error) : resolve(found)));
    void until.finally(() => run.stop());
  });
  await until;
  return (await result).latency.p99;
};

/** Ten thousand conversations: how fast they are processed, what that takes, and what readers notice of it. */
export const measureConversations = async (desk: Desk, pid: number): Promise<string> => {
  const all = 10_000;
  const texts = Array.from(
    { length: all },
    (_, i) =>
      `My ${THINGS[i % THINGS.length]} ${TROUBLES[i % TROUBLES.length]}, since ${i % 13} days. What can I do?`,
  );
  const idle = await reads(desk, sleep(10_000));
  const begin = Date.now();
  let sent = 0;
  let done = 0;
  const work = async () => {
    await send(desk, texts, 500);
    sent = Date.now() - begin;
    await processed(desk);
    done = Date.now() - begin;
    await inOrder(desk);
  };
  const busy = await reads(desk, work());
  const ordered = Date.now() - begin;
  const memory = existsSync(`/proc/${pid}/status`)
    ? /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    : undefined;
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  return [
    `${all} conversations: taken in after ${seconds(sent)} s, processed after ${seconds(done)} s (${((all / done) * 1000).toFixed(0)}/s), in order after ${seconds(ordered)} s`,
    `  readers meanwhile: p99 ${busy} ms, idle ${idle} ms (${(busy / idle).toFixed(1)} ×)`,
    `  most memory of the server: ${memory ? `${(Number(memory) / 1024).toFixed(0)} MB` : 'unknown'}`,
  ].join('\n');
};
