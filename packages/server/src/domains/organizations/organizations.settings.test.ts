import { describe, expect, test } from 'vitest';
import { makeCertificate } from '../../testing/certificates.ts';
import type { TestOrganization, TestServer } from '../../testing/server.ts';
import { withOrganization } from '../../testing/set-up.ts';

const { certificate } = makeCertificate();
const ACTIVE = { ssoURL: 'https://idp.test/sso', entityID: 'https://idp.test', certificate };

describe('settings of an organization', () => {
  let server: TestServer;
  let org: TestOrganization;
  const update = (changes: unknown) => org.admin.call('PATCH', `/orgs/${org.id}`, changes);
  const current = async () => (await org.admin.call('GET', `/orgs/${org.id}`)).body;

  withOrganization((fresh) => {
    ({ server, org } = fresh);
  });

  test('are changed individually', async () => {
    const site = await org.site();
    // Otherwise single sign-on could not be the only way in.
    await org.admin.call('POST', `/orgs/${org.id}/saml`, { label: 'Staff', ...ACTIVE });
    const mergeRules = {
      type: 'rules',
      rules: [
        { rule: 'require_specific_reviewers', users: [org.review.id] },
        { rule: 'require_one_of_specific_reviewers', users: [] },
        { rule: 'allow_bypass', users: [org.admin.id] },
        { rule: 'require_at_least_one_review' },
        { rule: 'require_all_reviews_approved' },
        { rule: 'require_agent_review' },
        { rule: 'require_up_to_date_change_request' },
        { rule: 'require_change_request_subject' },
        { rule: 'require_change_request_description' },
        { rule: 'custom', expression: 'reviews.length > 1' },
      ],
    };
    const before = await current();
    const settings = {
      title: 'Renamed',
      emailDomains: ['Renamed.Test', 'renamed.test'],
      hostname: `h${org.id.slice(-12).toLowerCase()}`,
      defaultRole: 'edit',
      defaultContent: { type: 'site', site },
      logo: 'https://example.test/logo.svg',
      sso: true,
      ai: false,
      inviteLinks: false,
      mergeRules,
    };
    const { logo, ...same } = settings;
    const expected = {
      ...before,
      ...same,
      emailDomains: ['renamed.test'],
      urls: { ...before.urls, logo },
    };
    const changed = await update(settings);
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual(expected);
    expect((await update({ title: 'Again' })).body).toEqual({ ...expected, title: 'Again' });
    expect((await update({ unknown: 1 })).body).toEqual({ ...expected, title: 'Again' });
    const reset = await update({
      defaultRole: null,
      defaultContent: null,
      logo: null,
      emailDomains: [],
      mergeRules: { type: 'none' },
    });
    expect(reset.body).toMatchObject({ defaultRole: null, emailDomains: [], mergeRules: { type: 'none' } });
    expect(reset.body).not.toHaveProperty('defaultContent');
    expect(reset.body.urls).not.toHaveProperty('logo');
    expect(await current()).toEqual(reset.body);
  });

  test('store no unknown fields in merge rules', async () => {
    const none = await update({ mergeRules: { type: 'none', rules: 'leftover', note: 'x' } });
    expect(none.body.mergeRules).toEqual({ type: 'none' });
    const rules = await update({
      mergeRules: {
        type: 'rules',
        note: 'x',
        rules: [
          { rule: 'require_agent_review', users: ['x'] },
          { rule: 'custom', expression: 'true', a: 1 },
        ],
      },
    });
    expect(rules.body.mergeRules).toEqual({
      type: 'rules',
      rules: [{ rule: 'require_agent_review' }, { rule: 'custom', expression: 'true' }],
    });
  });

  test.each([
    ['title', 'A'],
    ['title', null],
    ['title', 'x'.repeat(256)],
    ['title', 1],
    ['emailDomains', null],
    ['emailDomains', [1]],
    ['emailDomains', ['a b.test']],
    ['hostname', 'ab'],
    ['hostname', 'x'.repeat(33)],
    ['hostname', 'Capital'],
    ['hostname', '-dash'],
    ['hostname', 'dot.dot'],
    ['hostname', null],
    ['defaultRole', 'boss'],
    ['defaultRole', 'guest'],
    ['defaultRole', ''],
    ['defaultContent', {}],
    ['defaultContent', { type: 'space', space: 'x' }],
    ['defaultContent', { type: 'site' }],
    ['defaultContent', { type: 'site', site: '' }],
    ['defaultContent', 'site'],
    ['logo', ''],
    ['logo', 'logo.svg'],
    ['logo', 'javascript:alert(1)'],
    ['logo', `https://example.test/${'x'.repeat(2048)}`],
    ['sso', 'true'],
    ['sso', null],
    ['ai', 1],
    ['inviteLinks', null],
    ['mergeRules', null],
    ['mergeRules', { type: 'inherit' }],
    ['mergeRules', { type: 'rules' }],
    ['mergeRules', { type: 'rules', rules: [{ rule: 'require_magic' }] }],
    ['mergeRules', { type: 'rules', rules: [{ rule: 'require_specific_reviewers' }] }],
    ['mergeRules', { type: 'rules', rules: [{ rule: 'custom', expression: 'x'.repeat(1025) }] }],
  ])('reject a bad %s without changes: %j', async (field, value) => {
    const before = await current();
    const refused = await update({ title: 'Changed', ai: false, [field]: value });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0].path.split('.').slice(0, 2)).toEqual(['body', field]);
    expect(await current()).toEqual(before);
  });

  test('require a site of the organization as default content', async () => {
    const other = await server.organization();
    for (const site of ['nothing', await other.site()]) {
      const before = await current();
      const refused = await update({ title: 'Changed', defaultContent: { type: 'site', site } });
      expect(refused.status).toBe(400);
      expect(refused.body.error.details[0].path).toBe('body.defaultContent.site');
      expect(await current()).toEqual(before);
    }
  });

  test('require a unique hostname', async () => {
    const other = await server.organization();
    const hostname = `taken${org.id.slice(-10).toLowerCase()}`;
    expect((await update({ hostname })).status).toBe(200);
    const refused = await other.admin.call('PATCH', `/orgs/${other.id}`, { hostname, title: 'Changed' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('hostname');
    const kept = (await other.admin.call('GET', `/orgs/${other.id}`)).body;
    expect([kept.hostname, kept.title]).toEqual([undefined, 'Test organization']);
    expect((await update({ hostname, title: 'Keeps its own' })).status).toBe(200);
  });

  test('give a hostname requested by ten organizations at the same time to one of them', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => server.person()));
    const orgs = await Promise.all(people.map((one) => one.call('POST', '/orgs', { title: 'Racing' })));
    const answers = await Promise.all(
      people.map((one, i) => one.call('PATCH', `/orgs/${orgs[i]!.body.id}`, { hostname: 'the-race' })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  test('require an administrator', async () => {
    const before = await current();
    for (const who of [org.create, org.review, org.edit, org.comment, org.read, org.guest])
      expect((await who.call('PATCH', `/orgs/${org.id}`, { title: 'Mine' })).status).toBe(403);
    const stranger = await server.person();
    expect((await stranger.call('PATCH', `/orgs/${org.id}`, { title: 'Mine' })).status).toBe(404);
    expect((await stranger.call('PATCH', '/orgs/nothing', { title: 'Mine' })).status).toBe(404);
    expect(await current()).toEqual(before);
  });

  test('require single sign-on only if an identity provider is active', async () => {
    const close = () => update({ sso: true });
    const refused = await close();
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/^Single sign-on cannot be required/),
    ]);
    const { body } = await org.admin.call('POST', `/orgs/${org.id}/saml`, { label: 'Staff' });
    expect((await close()).status).toBe(409);
    expect((await org.read.call('GET', `/orgs/${org.id}`)).status).toBe(200);
    await org.admin.call('PATCH', `/orgs/${org.id}/saml/${body.id}`, ACTIVE);
    expect((await close()).status).toBe(200);
    // Saying so again changes nothing, whatever became of the provider.
    await org.admin.call('DELETE', `/orgs/${org.id}/saml/${body.id}`);
    expect((await close()).status).toBe(200);
  });
});
