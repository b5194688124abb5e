import { describe, expect, onTestFinished, test } from 'vitest';
import { startFaultProxy } from '../../faults/proxy.ts';
import { openWorld } from '../../support/world.ts';

const many = (count: number): string =>
  `email\n${Array.from({ length: count }, (_, index) => `reader-${index}@example.com`).join('\n')}\n`;

test('what the limit leaves is printed as a list that finishes the job later', async () => {
  const world = await openWorld({ 'readers.csv': many(130) });
  const first = await world.run(
    'access',
    'grant',
    '--from',
    'readers.csv',
    '--expires',
    '30d',
    '--max-wait',
    '1s',
    '--yes',
  );

  expect(first.exitCode).toBe(7);
  expect(first.stderr).toMatch(
    /^Granting 130 invites takes about 1 hour at the platform's limit\.$/m,
  );
  expect(first.stderr).toMatch(
    /^error Not sent yet: 30 of 130 changes\. The rate limit of POST \/reader-access is used up until \d\d:\d\d/m,
  );
  expect(first.stderr).toContain('The rest is on standard output as CSV: pass it to --from later');
  expect(first.stderr).not.toContain('✘');
  expect(first.stdout.trimEnd().split('\n')).toHaveLength(31);

  const later = await openWorld({ 'left.csv': first.stdout });
  const second = await later.run('access', 'grant', '--from', 'left.csv', '--json', '--yes');
  expect(second.exitCode).toBe(0);
  expect(JSON.parse(second.stdout)).toMatchObject({ counts: { done: 30, left: 0 } });
});

test('what is left after Ctrl-C is printed as a list', async () => {
  const world = await openWorld({ 'readers.csv': many(5) });
  const proxy = await startFaultProxy(world.platform.baseUrl);
  onTestFinished(() => proxy.close());
  const controller = new AbortController();
  proxy.onWrite = (write) => {
    if (write === 3) controller.abort();
  };
  const host = { env: { DOCS_BASE_URL: proxy.baseUrl }, signal: controller.signal };

  const run = await world.runAs(host, 'access', 'grant', '--from', 'readers.csv', '--yes');

  expect(run.exitCode).toBe(130);
  expect(run.stdout).toBe(
    ['email,expires', ...[2, 3, 4].map((n) => `reader-${n}@example.com,never`), ''].join('\n'),
  );
});

test('the same command again costs one request', async () => {
  const world = await openWorld({ 'readers.csv': many(5) });
  const grant = () =>
    world.run('access', 'grant', '--from', 'readers.csv', '--expires', '30d', '--verbose', '--yes');
  await grant();
  const again = await grant();

  expect(again.exitCode).toBe(0);
  expect(again.stderr.match(/reader-access/g)).toHaveLength(1);
});

describe('on a terminal', () => {
  test('no is an answer', async () => {
    const world = await openWorld({});
    const run = await world.runAs(
      { terminal: true, answer: 'n\r' },
      'access',
      'grant',
      'ann@example.com',
    );

    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('Grant 1 invite without an expiry?');
    expect((await world.run('access', 'list', '--json')).stdout).toBe('[]\n');
  });

  test('the question says what is going to happen', async () => {
    const world = await openWorld({});
    const ask = async (...argv: string[]) =>
      (await world.runAs({ terminal: true, answer: 'n\r' }, 'access', ...argv)).stderr;
    await world.run(
      'access',
      'grant',
      'a@example.com',
      'b@example.com',
      '--expires',
      '30d',
      '--yes',
    );
    const later = 'email,expires\na@example.com,never\nb@example.com,1d\nc@example.com,1d\n';
    await world.write({ 'readers.csv': later });

    expect(await ask('grant', '--from', 'readers.csv')).toContain(
      'Grant 1 invite, extend 1 without an expiry and shorten 1?',
    );
    expect(await ask('revoke', 'a@example.com', 'b@example.com')).toContain('Revoke 2 invites?');
  });
});

test('a project that is not protected says so at once, not once for each address', async () => {
  const world = await openWorld({ 'readers.csv': many(50) }, { protection: 'none' });
  const run = await world.run('access', 'grant', '--from', 'readers.csv', '--verbose', '--yes');

  expect(run.exitCode).toBe(1);
  expect(run.stderr.match(/^POST .*reader-access/gm)).toHaveLength(2);
  expect(run.stdout.trimEnd().split('\n')).toHaveLength(51);
});

describe('docs access list with addresses', () => {
  const invite = async () => {
    const world = await openWorld({});
    await world.run('access', 'grant', 'ann@example.com', 'bo@example.com', '--yes');
    return world;
  };

  test('shows only these readers, in any spelling, for one request', async () => {
    const world = await invite();
    const run = await world.run('access', 'list', 'ANN@example.com', '--json', '--verbose');
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject([{ email: 'ann@example.com', state: 'active' }]);
    expect(run.stderr.match(/reader-access/g)).toHaveLength(1);
  });

  test('names those that were never invited, after the others', async () => {
    const world = await invite();
    const run = await world.run('access', 'list', 'cy@example.com,bo@example.com');
    expect(run).toMatchObject({ exitCode: 1 });
    expect(run.stdout).toContain('bo@example.com');
    expect(run.stdout).not.toContain('ann@example.com');
    expect(run.stderr).toContain('cy@example.com was never invited.');
  });

  test('refuses what is not an address before any request', async () => {
    const world = await openWorld({});
    const run = await world.run('access', 'list', 'ann');
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('"ann" is not an email address.');
  });
});
