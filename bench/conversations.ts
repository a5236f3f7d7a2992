import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import autocannon from 'autocannon';
import { type BenchOrganization, clustered, processed, send, sleep } from './organization.ts';
import { bankingQuestions, fixtureQuestions } from './questions.ts';

// The requests of readers, in rotation: lists that are being written to, and unrelated ones.
const READ = [
  'spaces?limit=20',
  'conversations-issues?limit=20',
  'conversations-clusters?limit=20&orderBy=issues',
  'conversations?limit=20',
  '',
];

/** The p99 latency of readers during work. */
const reads = async ({ url, token, organizationId }: BenchOrganization, until: Promise<unknown>) => {
  const result = new Promise<autocannon.Result>((resolve, reject) => {
    const options = {
      url,
      requests: READ.map((at) => ({ path: `/v1/orgs/${organizationId}${at && `/${at}`}` })),
      headers: { authorization: `Bearer ${token}` },
      connections: 4,
      duration: 3600,
      // Limits the load of the readers.
      overallRate: 100,
    };
    const run = autocannon(options, (error, found) => (error ? reject(error) : resolve(found)));
    void until.finally(() => run.stop());
  });
  await until;
  return (await result).latency.p99;
};

const OPENINGS = ['Hi,', 'Hello,', '', 'Hallo,', 'Good morning,', '', 'Hola,'];
const ENDS = [
  'Thanks!',
  '',
  'Best regards, Jo',
  'Can you help?',
  '',
  'It worked last week.',
  'I tried twice.',
];

/** Generates distinct messages with one or two questions. */
const messages = (count: number): string[] => {
  const questions = [
    ...bankingQuestions(),
    ...fixtureQuestions('support'),
    ...fixtureQuestions('other-languages'),
  ];
  const at = (i: number) => questions[i % questions.length]!.text;
  return Array.from({ length: count }, (_, i) =>
    [
      OPENINGS[i % OPENINGS.length],
      at(i),
      ...(i % 3 === 0 ? [`Also, ${at(i * 7 + 13)}`] : []),
      `My reference is T-${i}.`,
      ENDS[i % ENDS.length],
    ].join(' '),
  );
};

const loadNow = () => `load ${os.loadavg()[0]!.toFixed(1)} on ${os.cpus().length} processors`;

/** Ten thousand conversations: throughput, cost, and latency of readers meanwhile. */
export const measureConversations = async (
  createOrganization: () => Promise<BenchOrganization>,
  pid: number,
): Promise<string> => {
  const organization = await createOrganization();
  const all = 10_000;
  const texts = messages(all);
  // Fills the lists beforehand.
  await send(organization, texts.slice(0, 500), 500);
  await processed(organization);
  await clustered(organization);
  const loadBefore = loadNow();
  const idle = await reads(organization, sleep(10_000));
  const begin = Date.now();
  let sent = 0;
  let done = 0;
  const work = async () => {
    await send(organization, texts, 500);
    sent = Date.now() - begin;
    await processed(organization);
    done = Date.now() - begin;
    await clustered(organization);
  };
  const busy = await reads(organization, work());
  const ordered = Date.now() - begin;
  const memory = existsSync(`/proc/${pid}/status`)
    ? /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    : undefined;
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  return [
    `${all} conversations: taken in after ${seconds(sent)} s, processed after ${seconds(done)} s (${((all / done) * 1000).toFixed(0)}/s), in order after ${seconds(ordered)} s`,
    `  readers meanwhile: p99 ${busy} ms, idle ${idle} ms (${(busy / idle).toFixed(1)} ×); ${loadBefore} at the beginning, ${loadNow()} at the end`,
    `  most memory of the server: ${memory ? `${(Number(memory) / 1024).toFixed(0)} MB` : 'unknown'}`,
  ].join('\n');
};
