import { beforeEach, describe, expect, test } from 'vitest';
import { dumpRows } from '../../../conformance/dump-rows.ts';
import type { Person, TestOrganization, TestServer } from '../../../testing/server.ts';
import { withOrganization } from '../../../testing/set-up.ts';
import { treeLocks, withTreeLocked } from '../../../testing/tree-lock.ts';

interface Made {
  readonly space: string;
  readonly collection: string;
  readonly trashed: string;
  readonly team: string;
  readonly user: string;
  readonly guest?: string;
  readonly elsewhere: string;
}
interface Command {
  readonly method: string;
  /** With the names of things. */
  readonly path: string;
  readonly body?: (made: Made) => unknown;
}

const onEach = (kind: 'space' | 'collection'): Command[] => {
  const thing = `/${kind}s/{${kind}}`;
  return [
    { method: 'PATCH', path: thing, body: () => ({ title: 'Taken over' }) },
    { method: 'PATCH', path: thing, body: () => ({ defaultLevel: 'admin' }) },
    { method: 'DELETE', path: thing },
    { method: 'POST', path: `${thing}/move`, body: () => ({}) },
    { method: 'POST', path: `${thing}/transfer`, body: ({ elsewhere }) => ({ organization: elsewhere }) },
    { method: 'POST', path: `${thing}/permissions`, body: ({ team }) => ({ role: 'admin', teams: [team] }) },
    { method: 'PATCH', path: `${thing}/permissions/teams/{team}`, body: () => ({ role: 'admin' }) },
    { method: 'DELETE', path: `${thing}/permissions/teams/{team}` },
    { method: 'PATCH', path: `${thing}/permissions/users/{user}`, body: () => ({ role: 'admin' }) },
    { method: 'DELETE', path: `${thing}/permissions/users/{user}` },
  ];
};
const COMMANDS: Command[] = [
  ...onEach('space'),
  ...onEach('collection'),
  { method: 'POST', path: '/spaces/{trashed}/restore' },
];

describe('a role revoked while a command waits for the tree lock', () => {
  let server: TestServer;
  let org: TestOrganization;
  let member: Person;
  let made: Made;

  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { ownDatabase: true },
  );
  beforeEach(async () => {
    member = await server.member(org.id, 'create');
    made = {
      space: await org.space(),
      collection: await org.collection(),
      trashed: await org.space(),
      team: await org.team(),
      user: org.read.id,
      elsewhere: (await member.call('POST', '/orgs', { title: 'Elsewhere' })).body.id,
    };
    // Something stands behind each of them, so that a move to the end is one; and there are grants to take back.
    await org.space();
    await org.admin.call('DELETE', `/spaces/${made.trashed}`);
    for (const path of [`/spaces/${made.space}`, `/collections/${made.collection}`]) {
      await org.admin.call('PATCH', `${path}/permissions/teams/${made.team}`, { role: 'read' });
      await org.admin.call('PATCH', `${path}/permissions/users/${made.user}`, { role: 'read' });
    }
  });

  /** Starts commands one after the other while the tree is held, does something else, and lets them go on. */
  const meanwhile = (
    commands: readonly (() => ReturnType<Person['call']>)[],
    work: () => Promise<unknown>,
    mode?: 'shared',
  ) =>
    withTreeLocked(
      server,
      org.id,
      async (stopped) => {
        const answers = [];
        for (const command of commands) {
          answers.push(command());
          await stopped(answers.length);
        }
        await work();
        return answers;
      },
      mode,
    );
  const send = ({ method, path, body }: Command, by = member) =>
    by.call(
      method,
      path.replaceAll(/\{(\w+)\}/g, (_, name: keyof Made) => made[name]!),
      body?.(made),
    );
  const contents = async () => {
    const { contents, spaces, collections, user_grants, team_grants } = await dumpRows(server);
    return { contents, spaces, collections, user_grants, team_grants };
  };

  test.each(COMMANDS)('makes $method $path change nothing', async (command) => {
    const { method, path } = command;
    const before = await contents();
    const [demoted] = await meanwhile([() => send(command)], () =>
      org.admin.call('PATCH', `/orgs/${org.id}/members/${member.id}`, { role: 'read' }),
    );
    // What lies in the trash is there for nobody but those who manage it.
    expect((await demoted!).status).toBe(path.endsWith('/restore') ? 404 : 403);
    expect(await contents()).toEqual(before);

    await org.admin.call('PATCH', `/orgs/${org.id}/members/${member.id}`, { role: 'create' });
    const [removed] = await meanwhile([() => send(command)], () =>
      org.admin.call('DELETE', `/orgs/${org.id}/members/${member.id}`),
    );
    // What may not be seen is not there, and deleting what is not there is no error.
    const isGone = method === 'DELETE' && !path.includes('/permissions');
    expect((await removed!).status).toBe(isGone ? 204 : 404);
    expect(await contents()).toEqual(before);
  });

  test('is checked again in the target organization of a transfer', async () => {
    await org.admin.call('PATCH', `/orgs/${org.id}/members/${member.id}`, { role: 'admin' });
    const other = await server.organization();
    await other.admin.call('POST', `/orgs/${other.id}/invites`, { emails: [member.email], role: 'create' });
    const transfer = () => member.call('POST', `/spaces/${made.space}/transfer`, { organization: other.id });
    const [answer] = await meanwhile([transfer], () =>
      other.admin.call('PATCH', `/orgs/${other.id}/members/${member.id}`, { role: 'read' }),
    );
    expect((await answer!).status).toBe(403);
    expect((await org.admin.call('GET', `/spaces/${made.space}`)).body.organization).toBe(org.id);
  });

  test.each<[string, Command]>([
    [
      'a grant',
      { method: 'PATCH', path: '/spaces/{space}/permissions/users/{guest}', body: () => ({ role: 'admin' }) },
    ],
    ['a level', { method: 'PATCH', path: '/spaces/{space}', body: () => ({ defaultLevel: 'admin' }) }],
  ])('does not let users grant themselves %s while they lose theirs', async (_, command) => {
    const guest = await server.member(org.id, null);
    made = { ...made, guest: guest.id };
    const grant = `/spaces/${made.space}/permissions/users/${guest.id}`;
    await org.admin.call('PATCH', grant, { role: 'create' });
    const answers = await meanwhile(
      [() => org.admin.call('DELETE', grant), () => send(command, guest)],
      async () => {},
    );
    expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([204, 404]);
    expect((await guest.call('GET', `/spaces/${made.space}`)).status).toBe(404);
  });

  const changesAccess = ({ path, body }: Command) =>
    path.includes('/permissions') || JSON.stringify(body?.({} as Made))?.includes('defaultLevel');

  // Who holds a part of it while asking for the rest waits for another one who does the same.
  test.each(COMMANDS.filter(changesAccess))(
    'causes no deadlock, because $method $path locks the whole tree at once',
    async (command) => {
      const [answer] = await meanwhile(
        [() => send(command, org.admin)],
        async () => {
          const locks = await treeLocks(server);
          const own = locks.find(({ granted }) => !granted)!;
          expect(locks.filter(({ pid }) => pid === own.pid)).toEqual([{ ...own, mode: 'ExclusiveLock' }]);
        },
        'shared',
      );
      expect((await answer!).status).toBeLessThan(300);
    },
  );
});
