import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../../../../document/src/testing/deep.ts';
import { createRandom } from '../../../../document/src/testing/random.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createKillableServer, type KillableServer } from '../../testing/killable-server.ts';
import { createLiveEditor, type LiveEditor, openLiveSocket } from '../../testing/live-editor.ts';
import { createOtherEdits } from '../../testing/other-edits.ts';
import { buildProgram } from '../../testing/program.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

const STEPS = runs(2_000, 200);
const SEED = Number(process.env.PROPERTY_SEED ?? 20261118);
const TIMEOUT_MS = runs(3_600_000, 600_000);
// Between two of them, each of the other steps happens a few times.
const STEPS_TO_KILL = 25;
const STEPS_DEAD = 10;

let api: TestServer;
let servers: KillableServer[] = [];
beforeAll(async () => {
  const program = await buildProgram();
  api = await startServer({ ownDatabase: true });
  const start = () => createKillableServer(program, api.connectionString);
  servers = [await start(), await start()];
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await api?.close();
});

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

test(
  'editors at two servers have the same text after killed servers, cut connections, lost databases, edits over the API, merges and rollbacks',
  async () => {
    const random = createRandom(SEED);
    const org = await api.organization();
    const spaceId = await createLiveSpace(org, { mergeRules: { type: 'none' } } as never);
    const start = ['One.', 'Two.', '* item', '| a | b |\n| - | - |\n| 1 | 2 |', 'Five.'].join('\n\n');
    const made = await org.admin.call('POST', `/spaces/${spaceId}/content?compat=false`, {
      changes: [{ operation: 'insert_page', title: 'Page', document: { markdown: start } }],
    });
    const pageId = made.body.changes[0].page.id as string;
    const people = [org.admin, org.create, org.review, org.edit, org.edit];
    const editors = people.map((person, at) =>
      createLiveEditor(pageId, () =>
        openLiveSocket(`${servers[at % 2]!.url}/v1/spaces/${spaceId}/live`, {
          authorization: `Bearer ${person.token}`,
        }),
      ),
    );
    const isDead = (editor: LiveEditor) => dead === editors.indexOf(editor) % 2;
    /** The server that was killed and is not there again. */
    let dead: number | undefined;
    const connect = async (editor: LiveEditor) => {
      // A server that has just lost its database refuses for a moment.
      while (!isDead(editor))
        try {
          return await editor.connect();
        } catch {
          await turn();
        }
    };
    for (const editor of editors) await connect(editor);

    const marks: string[] = [];
    const newMark = () => {
      const mark = `m${marks.length}x`;
      marks.push(mark);
      return mark;
    };
    const other = createOtherEdits({ by: org.admin, spaceId, pageId, newMark });
    const hasMark = (block: string) => /m\d+x/.test(block);
    const edit = (editor: LiveEditor, change: (blocks: string[]) => void) => {
      const blocks = editor.text().split('\n\n');
      change(blocks);
      editor.write(blocks.join('\n\n'));
    };
    const lines = (blocks: readonly string[]): readonly number[] =>
      blocks.flatMap((block, at) => (/^[|*]/.test(block) || block === '' ? [] : [at]));
    const some = (blocks: readonly string[]) => {
      const found = lines(blocks);
      return random.pick(found.length > 0 ? found : [0]);
    };
    const insert = (text: () => string) => () =>
      edit(random.pick(editors), (blocks) => {
        blocks.splice(random.below(blocks.length + 1), 0, text());
      });
    const times = (count: number, step: () => void | Promise<void>) =>
      Array.from({ length: count }, () => step);

    const steps: readonly (() => void | Promise<void>)[] = [
      ...times(12, () => {
        edit(random.pick(editors), (blocks) => {
          const at = some(blocks);
          blocks[at] = `${blocks[at]} ${newMark()}`;
        });
      }),
      ...times(
        3,
        insert(() => `Line ${newMark()}`),
      ),
      ...times(
        2,
        insert(() => `Junk ${random.below(1000)}.`),
      ),
      ...times(2, () => {
        // Nobody deletes words that they have seen; others may be writing there.
        edit(random.pick(editors), (blocks) => {
          const plain = lines(blocks).filter((at) => !hasMark(blocks[at]!));
          if (plain.length > 0) blocks.splice(random.pick(plain), 1);
        });
      }),
      () => {
        edit(random.pick(editors), (blocks) => {
          const at = some(blocks);
          blocks[at] = blocks[at]!.startsWith('## ') ? blocks[at]!.slice(3) : `## ${blocks[at]}`;
        });
      },
      () => random.pick(editors).cut(),
      ...times(2, () => connect(random.pick(editors))),
      async () => {
        const editor = random.pick(editors);
        if (editor.isConnected()) await editor.stored().catch(() => undefined);
      },
      other.edit,
      other.merge,
      other.rollBack,
    ];
    const kills: readonly (() => Promise<void>)[] = [
      async () => {
        dead = 0;
        await servers[0]!.kill();
      },
      // The database ends all connections of all servers.
      async () => {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
          .execute(api.app.kernel.db)
          .catch(() => undefined);
      },
      async () => {
        dead = 1;
        await servers[1]!.kill();
      },
    ];
    for (let step = 1; step <= STEPS; step++) {
      if (step % STEPS_TO_KILL === 0) await kills[(step / STEPS_TO_KILL) % kills.length]!();
      else if (dead !== undefined && step % STEPS_TO_KILL === STEPS_DEAD) {
        await servers[dead]!.start();
        dead = undefined;
        for (const editor of editors) if (!editor.isConnected()) await connect(editor);
      } else await random.pick(steps)();
      // Half of the steps happen while others are on their way.
      if (random.chance(0.5)) await turn();
    }

    if (dead !== undefined) await servers[dead]!.start();
    dead = undefined;
    for (const editor of editors) await connect(editor);
    for (const editor of editors) await editor.stored();
    await editors[0]!.save();
    await expect
      .poll(() => new Set(editors.map((editor) => editor.text())).size, { timeout: 30_000 })
      .toBe(1);
    const text = editors[0]!.text();
    expect(await other.read()).toBe(text);
    // What was taken back on purpose may be there or not, as others have written around it.
    const taken = other.taken();
    const counts = marks
      .filter((mark) => !taken.has(mark))
      .map((mark) => [mark, text.split(mark).length - 1] as const);
    expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
    expect(counts.length).toBeGreaterThan(STEPS / 4);
    for (const editor of editors) editor.cut();
  },
  TIMEOUT_MS,
);
