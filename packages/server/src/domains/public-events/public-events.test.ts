import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { referenceSchema } from '../../conformance/reference-api.ts';
import type { RecordedEvent } from '../../kernel/events/event.ts';
import { createLiveSpace } from '../../testing/content-factory.ts';
import { createRepositories } from '../../testing/git-repositories.ts';
import { gitSyncOf } from '../../testing/git-sync.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';
import { publishSite } from '../../testing/sites.ts';
import { PUBLIC_ACTIONS, PUBLIC_EVENT_TYPES, toPublicEvents, UNLOGGED_ACTIONS } from './index.ts';

const isEvent = referenceSchema('Event');
const repositories = await createRepositories();
afterAll(() => repositories.close());

const recorded = (action: string, payload: object, target = { type: 'thing', id: 'T' }): RecordedEvent => ({
  id: '01900000-0000-7000-8000-000000000000',
  organizationId: 'O',
  action,
  target,
  payload: payload as RecordedEvent['payload'] & object,
  actor: { type: 'system', id: 'system' },
});

describe('the table of public events', () => {
  const visitor = { anonymousId: 'v', cookies: {}, userAgent: 'x', ip: '' };
  const told = { url: 'https://docs.test/', referrer: '', visitor };
  const SAMPLES: Record<string, object> = {
    'space.content-updated': { revision: 'R', from: 'Q' },
    'space.rolled-back': { revision: 'R', from: 'Q', to: 'P' },
    'change-request.merged': { space: 'S', revision: 'R' },
    'space.git-sync-started': { revision: 'R', commit: 'c0' },
    'space.git-sync-completed': { state: 'failure', revision: 'R', commit: '' },
    'space.visibility-changed': { from: 'private', to: 'public' },
    [UNLOGGED_ACTIONS.siteViewed]: told,
    [UNLOGGED_ACTIONS.pageFeedback]: { ...told, feedback: { rating: 'good', comment: 'Fine' } },
  };

  test('has a sample of each action in this test, with a valid event for integrations', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual([...PUBLIC_ACTIONS].sort());
    for (const [action, payload] of Object.entries(SAMPLES)) {
      const event = recorded(action, payload);
      const [{ organizationId, event: said } = {} as never, ...more] = toPublicEvents(event);
      expect([organizationId, said.eventId, more]).toEqual(['O', event.id, []]);
      expect(PUBLIC_EVENT_TYPES).toContain(said.type);
      const whole = { installationId: 'I', ...said };
      expect(isEvent(whole), JSON.stringify([whole, isEvent.errors])).toBe(true);
    }
  });

  test('is deterministic, and contains no private data', () => {
    const event = recorded('change-request.merged', { space: 'S', revision: 'R', from: 'Q' });
    expect(toPublicEvents(event)).toEqual(toPublicEvents(structuredClone(event)));
    expect(toPublicEvents(event)[0]?.event).toEqual({
      eventId: event.id,
      type: 'space_content_updated',
      spaceId: 'S',
      revisionId: 'R',
    });
    expect(toPublicEvents(recorded('token.created', {}))).toEqual([]);
    expect(toPublicEvents({ ...event, organizationId: null })).toEqual([]);
  });
});

describe('events of a space', () => {
  let server: TestServer;
  let org: TestOrganization;
  let space: string;
  withOrganization(
    (fresh) => {
      ({ server, org } = fresh);
    },
    { config: { gitFolders: repositories.top } },
  );
  beforeEach(async () => {
    space = await createLiveSpace(org);
  });

  const said = async () => {
    const rows = await server.app.kernel.db
      .selectFrom('events')
      .selectAll()
      .where('organization_id', '=', org.id)
      .orderBy('id')
      .execute();
    return rows
      .flatMap((row) =>
        toPublicEvents({
          id: row.id,
          organizationId: row.organization_id,
          action: row.action,
          target: { type: row.target_type, id: row.target_id },
          payload: row.payload as object as Record<string, unknown>,
          actor: { type: row.actor_type, id: row.actor_id },
        }),
      )
      .map(({ event: { eventId: _, ...event } }) => event);
  };
  const revision = async () => (await org.admin.call('GET', `/spaces/${space}`)).body.revision;
  const updated = (revisionId: string) => ({ type: 'space_content_updated', spaceId: space, revisionId });
  const insert = (title: string) => ({
    changes: [{ operation: 'insert_page', title, document: { markdown: title } }],
  });

  test('of edits, merges and rollbacks contain the new revision', async () => {
    const first = await revision();
    await org.admin.call('POST', `/spaces/${space}/content`, insert('One'));
    const edited = await revision();
    const { body: request } = await org.admin.call('POST', `/spaces/${space}/change-requests`, {});
    await org.admin.call('POST', `/spaces/${space}/change-requests/${request.id}/content`, insert('Two'));
    expect(await said()).toEqual([updated(edited)]);
    const { body: merged } = await org.admin.call(
      'POST',
      `/spaces/${space}/change-requests/${request.id}/merge`,
    );
    expect(merged.result).toBe('merge');
    const { status } = await org.admin.call('POST', `/spaces/${space}/revisions/${first}/rollback`);
    expect(status).toBe(200);
    expect(await said()).toEqual([updated(edited), updated(merged.revision), updated(await revision())]);
  });

  test('of Git imports and exports contain their start, their changes and their end', async () => {
    const repo = await repositories.repository();
    const { sync } = gitSyncOf(server, org, space, repo);
    const before = await revision();
    const commit = await repo.commit({ 'README.md': '# Home\n\nHello.\n' });
    expect((await sync('import')).state).toBe('success');
    const imported = await revision();
    const sync1 = { spaceId: space, commitId: commit };
    expect(await said()).toEqual([
      { type: 'space_gitsync_started', ...sync1, revisionId: before },
      updated(imported),
      { type: 'space_gitsync_completed', ...sync1, state: 'success', revisionId: imported },
    ]);

    await org.admin.call('POST', `/spaces/${space}/content`, insert('One'));
    const edited = await revision();
    expect((await sync('export')).state).toBe('success');
    const exported = await revision();
    const pushed = (await org.admin.call('GET', `/spaces/${space}/content`)).body.git.oid;
    expect(pushed).not.toBe(commit);
    expect((await said()).slice(3)).toEqual([
      updated(edited),
      { type: 'space_gitsync_started', ...sync1, revisionId: edited },
      updated(exported),
      {
        type: 'space_gitsync_completed',
        spaceId: space,
        commitId: pushed,
        state: 'success',
        revisionId: exported,
      },
    ]);

    expect((await sync('import', { ref: 'refs/heads/none' })).state).toBe('failure');
    expect((await said()).slice(7)).toEqual([
      {
        type: 'space_gitsync_completed',
        spaceId: space,
        commitId: '',
        state: 'failure',
        revisionId: exported,
      },
    ]);
  });

  test('of a visibility changed by a site contain the new visibility', async () => {
    const site = await publishSite(server, org, [{ space }]);
    const at = `/orgs/${org.id}/sites/${site.id}`;
    await org.admin.call('PATCH', at, { visibility: 'unlisted' });
    await org.admin.call('PATCH', at, { title: 'Other' });
    await org.admin.call('POST', `${at}/unpublish`);
    await org.admin.call('POST', `${at}/publish`);
    const { body } = await org.admin.call('GET', `${at}/site-spaces`);
    await org.admin.call('DELETE', `${at}/site-spaces/${body.items[0].id}`);
    await org.admin.call('POST', `${at}/site-spaces`, { spaceId: space });
    await org.admin.call('DELETE', at);
    expect(
      (await said()).map(({ type, spaceId, previousVisibility, visibility }) => [
        type,
        spaceId,
        `${previousVisibility} to ${visibility}`,
      ]),
    ).toEqual(
      [
        'private to public',
        'public to unlisted',
        'unlisted to private',
        'private to unlisted',
        'unlisted to private',
        'private to unlisted',
        'unlisted to private',
      ].map((change) => ['space_visibility_updated', space, change]),
    );
  });
});
