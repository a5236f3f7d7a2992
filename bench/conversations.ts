import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import autocannon from 'autocannon';
import { type Desk, inOrder, processed, send, sleep } from './desk.ts';
import { bankingQuestions, fixtureQuestions } from './questions.ts';

// Each request of a reader is the next of these: lists of what is being written meanwhile, and what has nothing to do with it.
const READ = [
  'spaces?limit=20',
  'conversations-issues?limit=20',
  'conversations-clusters?limit=20&orderBy=issues',
  'conversations?limit=20',
  '',
];

/** How long the slowest readers wait until something is done. */
const reads = async ({ url, token, organizationId }: Desk, until: Promise<unknown>) => {
  const result = new Promise<autocannon.Result>((resolve, reject) => {
    const options = {
      url,
      requests: READ.map((at) => ({ path: `/v1/orgs/${organizationId}${at && `/${at}`}` })),
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

/** So many messages: each a question that people asked, some with a second one, no two alike. */
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

/** Ten thousand conversations: how fast they are processed, what that takes, and what readers notice of it. */
export const measureConversations = async (newDesk: () => Promise<Desk>, pid: number): Promise<string> => {
  const desk = await newDesk();
  const all = 10_000;
  const texts = messages(all);
  // So that lists have what they show, before and meanwhile.
  await send(desk, texts.slice(0, 500), 500);
  await processed(desk);
  await inOrder(desk);
  const loadBefore = loadNow();
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
    `  readers meanwhile: p99 ${busy} ms, idle ${idle} ms (${(busy / idle).toFixed(1)} ×); ${loadBefore} at the beginning, ${loadNow()} at the end`,
    `  most memory of the server: ${memory ? `${(Number(memory) / 1024).toFixed(0)} MB` : 'unknown'}`,
  ].join('\n');
};
