/** Users and readers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { parseInstant } from '../../src/model/time.ts';
import type { Json } from '../support/request.ts';
import { EXTERNAL, openTarget, uniqueSlug, type Target } from './target.ts';

export function people(api: ApiRevision): void {
  let target: Target;

  beforeAll(async () => {
    target = await openTarget(api);
  });

  afterAll(() => target.close());

  const PATH = '/reader-access';
  const newEmail = () => `${uniqueSlug()}@example.com`;
  const reader = async (email: string) =>
    ((await target.get(PATH)).json as unknown as Json[]).find((each) => each['email'] === email);

  test.skipIf(EXTERNAL)('users are listed with their roles', async () => {
    expect((await target.get('/users')).json).toMatchObject([
      { name: 'Ada', email: 'ada@example.com', role: 'ADMIN', lastActiveAt: expect.any(String) },
    ]);
  });

  describe('grant', () => {
    test('without an expiry lasts for ever', async () => {
      const email = newEmail();
      const { json } = await target.post(PATH, { email });
      expect(json).toMatchObject({ email, expiresAt: null, revoked: null });
      expect(await reader(email)).toEqual(json);
    });

    test('keeps the instant of its expiry', async () => {
      const email = newEmail();
      const expiresAt = '2030-06-30T23:30:00-02:30';
      const { json } = await target.post(PATH, { email, expiresAt });
      expect(parseInstant(String(json['expiresAt']))).toBe(Date.parse(expiresAt));
    });

    test('takes an offset without a colon, and null for never', async () => {
      const email = newEmail();
      const { json } = await target.post(PATH, { email, expiresAt: '2030-01-01T03:02:01+0000' });
      expect(parseInstant(String(json['expiresAt']))).toBe(Date.UTC(2030, 0, 1, 3, 2, 1));
      expect((await target.post(PATH, { email, expiresAt: null })).json['expiresAt']).toBeNull();
    });

    test('again replaces the expiry', async () => {
      const email = newEmail();
      await target.post(PATH, { email, expiresAt: '2030-01-01T00:00:00+00:00' });
      const later = await target.post(PATH, { email, expiresAt: '2031-01-01T00:00:00+00:00' });
      expect(String(later.json['expiresAt'])).toMatch(/^2031/);
      expect((await target.post(PATH, { email })).json['expiresAt']).toBeNull();
    });

    test('to a revoked reader clears revoked', async () => {
      const email = newEmail();
      await target.post(PATH, { email });
      await target.patch(PATH, { email });
      expect((await target.post(PATH, { email })).json['revoked']).toBeNull();
    });

    test('knows an address in any case', async () => {
      const email = newEmail();
      await target.post(PATH, { email: email.toUpperCase() });
      await target.post(PATH, { email });
      const all = (await target.get(PATH)).json as unknown as Json[];
      const same = all.filter((each) => String(each['email']).toLowerCase() === email);
      expect(same).toHaveLength(1);
    });

    test.each([
      ['email', 'nobody'],
      ['email', ''],
      ['email', 'a@b@c'],
      ['email', 5],
      ['expiresAt', 'tomorrow'],
      ['expiresAt', '2030-01-01'],
      ['expiresAt', '2030-13-01T00:00:00+00:00'],
      ['expiresAt', '2030-04-31T12:00:00+0200'],
      ['expiresAt', 1_900_000_000],
    ])('refuses %s = %j by its name', async (field, value) => {
      const answer = await target.post(PATH, { email: newEmail(), [field]: value });
      expect(answer).toBeRefused(400, new RegExp(field));
    });

    test('wants an address', async () => {
      expect(await target.post(PATH, {})).toBeRefused(400, /email/);
    });
  });

  describe('revoke', () => {
    test('sets the date of revocation', async () => {
      const email = newEmail();
      await target.post(PATH, { email });
      const { json } = await target.patch(PATH, { email });
      expect(parseInstant(String(json['revoked']))).toBeGreaterThan(0);
      expect(await reader(email)).toEqual(json);
    });

    test('400 for a reader who is unknown', async () => {
      const email = newEmail();
      expect(await target.patch(PATH, { email })).toBeRefused(400, new RegExp(email));
    });

    test('wants an address', async () => {
      expect(await target.patch(PATH, {})).toBeRefused(400, /email/);
    });
  });

  test.skipIf(EXTERNAL)('granting is refused where the project is not protected', async () => {
    const open = await openTarget(api, { protection: 'none' });
    expect(await open.post(PATH, { email: newEmail() })).toBeRefused(400, /Email Invite/);
    await open.close();
  });
}
