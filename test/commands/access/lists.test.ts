/** Lists of readers as people save them: what cannot be read grants nothing. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Run } from '../../support/host.ts';
import { openWorld, type World } from '../../support/world.ts';

const grant = (world: World, ...argv: string[]): Promise<Run> =>
  world.run('access', 'grant', '--from', 'readers.csv', '--yes', ...argv);

const readers = async (world: World): Promise<string[]> => {
  const { stdout } = await world.run('access', 'list', '--csv');
  return stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(0, 3).join(' '));
};

const many = (count: number): string =>
  `email\n${Array.from({ length: count }, (_, index) => `reader-${index}@example.com`).join('\n')}\n`;

async function refused(files: Record<string, string>, ...argv: string[]): Promise<Run> {
  const world = await openWorld(files);
  world.platform.requests.reset();
  const run = await grant(world, ...argv);
  expect(run.exitCode).toBe(2);
  expect(world.platform.requests.byOperation()).toEqual({});
  return run;
}

describe('docs access grant refuses a list before any request', () => {
  test.each([
    ['Email;Valid until\na@b.com;2026-12-31\n', 'column "Valid until" is not supported.'],
    ['\n\n\uFEFFEMAIL\tGültig bis\na@b.com\t31.12.2026\n', 'column "Gültig bis" is not supported'],
    ['email,expires,name\na@b.com,30d,Ann\n', 'column "name" is not supported'],
    ['name,until,email\nAnn,30d,a@b.com\n', 'columns "name" and "until" are not supported'],
    ['email,expiry\na@b.com,30d\n', 'column "expiry" is not supported'],
  ])('with a column that it does not read: %j', async (text, message) => {
    const run = await refused({ 'readers.csv': text });
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain('Columns are email and expires');
  });

  test.each([
    ['a@b.com;2026-12-31\n', 'readers.csv has several columns and no header'],
    ['a@b.com\nb@b.com,30d\n', 'readers.csv has several columns and no header'],
    ['name;until\nAnn;30d\n', 'readers.csv has no column "email"'],
  ])('with several columns and no header: %j', async (text, message) => {
    const run = await refused({ 'readers.csv': text });
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain('email,expires');
  });

  test.each([
    ['Readers of 2026\nemail;expires\na@b.com;30d\n', 2],
    ['Readers, 2026\n\nE-Mail,expires\na@b.com,30d\n', 3],
    ['sep=;\r\nemail;expires\r\na@b.com;30d\r\n', 2],
  ])('whose header comes later: %j', async (text, line) => {
    const { stderr } = await refused({ 'readers.csv': text });
    expect(stderr).toContain(`does not begin with its header, which is line ${line}.`);
    expect(stderr).toMatch(/ {2}Remove the lines before it$/m);
  });

  test('with several addresses in a line', async () => {
    const { stderr } = await refused({ 'readers.csv': 'a@b.com\nb@b.com; c@b.com;\n' });
    expect(stderr).toContain('readers.csv has several addresses in line 2.');
    expect(stderr).toContain('Write each in a line of its own');
  });

  test.each([
    ['email,Email\na@b.com,b@b.com\n', 'readers.csv has two columns "email"'],
    ['email,expires,EXPIRES\na@b.com,never,30d\n', 'readers.csv has two columns "expires"'],
  ])('with two columns for one thing: %j', async (text, message) => {
    expect((await refused({ 'readers.csv': text })).stderr).toContain(message);
  });

  test.each([
    ['Latin-1', Buffer.from('email\nm\u00fcller@example.com\n', 'latin1')],
    ['UTF-16, with its mark', Buffer.from('\uFEFFemail\nann@example.com\n', 'utf16le')],
    ['UTF-16 without', Buffer.from('email\nann@example.com\n', 'utf16le')],
    ['big-endian UTF-16', Buffer.from('\uFEFFemail\nann@example.com\n', 'utf16le').swap16()],
    ['UTF-8 with a NUL', Buffer.from('email\nann@example.com\0\n')],
  ])('in %s', async (_, bytes) => {
    for (const command of ['grant', 'revoke']) {
      const world = await openWorld({});
      await writeFile(join(world.folder, 'readers.csv'), bytes);
      world.platform.requests.reset();
      const run = await world.run('access', command, '--from', 'readers.csv', '--yes');
      expect(run).toMatchObject({ exitCode: 2, stdout: '' });
      expect(run.stderr).toContain('readers.csv is not UTF-8');
      expect(run.stderr).toContain('Save it as "CSV UTF-8"');
      expect(world.platform.requests.byOperation()).toEqual({});
    }
  });

  test('with a quotation mark that hides the rows behind it', async () => {
    const text = 'email,expires,state\nann@example.com,30d,"active\nbo@example.com,30d,active\n';
    const run = await refused({ 'readers.csv': text });
    expect(run.stderr).toContain('readers.csv:2: The quotation mark is not closed.');
  });

  test('that is empty, as `> left.csv` leaves it', async () => {
    const run = await refused({ 'readers.csv': '' });
    expect(run.stderr).toContain('readers.csv is empty');
    expect(run.stderr).toContain('write the output to another file');
    const world = await openWorld({});
    for (const command of ['grant', 'revoke']) {
      const piped = await world.runAs({ stdin: '' }, 'access', command, '-', '--yes');
      expect(piped).toMatchObject({ exitCode: 2 });
      expect(piped.stderr).toContain('Standard input is empty');
      expect(piped.stderr).toContain('write the output to another file');
    }
  });
});

describe('with a row that cannot be used, a list changes nothing', () => {
  test.each([
    ['later in the file', 'email;expires\nann@example.com;31.12.2027\nANN@example.com;\n'],
    ['earlier in the file', 'email;expires\nANN@example.com;\nann@example.com;31.12.2027\n'],
    ['with another expiry', 'email,expires\nann@example.com,never\nANN@example.com,30d\n'],
    ['in the wrong column', 'email,expires\n30d,ann@example.com\nann@example.com,never\n'],
    ['within other words', 'email\nAnn <ann@example.com>\nann@example.com\n'],
    ['with a cell too many', 'email\n"ann@example.com",2026-12-31\n'],
    ['under a column without a name', 'email,,expires\nann@example.com,2026-12-31,\n'],
    ['with a letter that was lost before', 'email\nann\uFFFD@example.com\n'],
  ])('%s', async (_, text) => {
    const world = await openWorld({ 'readers.csv': text });
    const run = await grant(world);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(/^✘ .*\(line [23]\): /m);
    expect(run.stderr).toContain('1 row cannot be used: nothing was changed.');
    expect(await readers(world)).toEqual([]);
  });

  test('in another list, and among the arguments', async () => {
    const world = await openWorld({
      'readers.csv': 'email\nann@example.com\nbo@example.com\n',
      'others.csv': 'email,expires\nAnn@Example.com,12/31/2027\n',
    });
    const run = await grant(world, '--from', 'others.csv', 'ANN@example.com', 'cy@example.com');
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(
      '✘ Ann@Example.com (line 2): "12/31/2027" is not written as a date here: write 2027-12-31',
    );
    expect(await readers(world)).toEqual([]);
  });

  test.each([
    ['01/02/2027', 'can be two dates: write 2027-01-02 or 2027-02-01'],
    ['12/31/2027', 'is not written as a date here: write 2027-12-31'],
    ['01.02.27', 'is not written as a date here: write 2027-02-01'],
    ['31.12.27', 'is not written as a date here: write 2027-12-31'],
    ['2027/12/31', 'is not written as a date here: write 2027-12-31'],
    [
      '31-Dec-27',
      'is not an expiry: write 30d, 2026-12-31, 31.12.2026, 2026-12-31T18:00+01:00 or never',
    ],
    ['31.02.2027', 'is a day that does not exist'],
    [
      '46387',
      'is not an expiry: write 30d, 2026-12-31, 31.12.2026, 2026-12-31T18:00+01:00 or never',
    ],
    ['1m', 'may be minutes or months: write 30d, or 30min'],
    ['1h30m', 'may be minutes or months: write 30d, or 30min'],
  ])('whose date is %s, and says what to write', async (date, why) => {
    const run = await refused({ 'readers.csv': `email;expires\nann@example.com;${date}\n` });
    expect(run.stderr).toContain(`✘ ann@example.com (line 2): "${date}" ${why}\n`);
    const option = await refused({ 'readers.csv': 'email\nann@example.com\n' }, '--expires', date);
    expect(option.stderr).toContain(`--expires "${date}" ${why}.`);
  });
});

describe('what spreadsheets make of a list', () => {
  const END = '2027-12-31T23:59:59+00:00';

  test.each([
    ['semicolons and a mark', '\uFEFFE-Mail;Expires\r\nann@example.com;31.12.2027\r\n'],
    ['tabs', 'Email Address\texpires\nann@example.com\t2027-12-31\n'],
    ['quotes', '"e-mail address","Expires"\n"ann@example.com","31.12.2027"\n'],
    ['empty rows and columns', ';;\nE‑Mail;;EXPIRES\n;;\nann@example.com;;31.12.2027\n;;\n;;\n'],
    ['an address twice', 'email,expires\nann@example.com,31.12.2027\nANN@example.com,2027-12-31\n'],
  ])('is read: %s', async (_, text) => {
    vi.stubEnv('TZ', 'UTC');
    const world = await openWorld({ 'readers.csv': text });
    expect(await grant(world)).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await readers(world)).toEqual([`ann@example.com ${END} active`]);
  });

  test.each([
    ['ann@example.com;bo@example.com\n', 'readers.csv has several addresses in line 1'],
    ['Name;Adresse\nAnn;ann@example.com\n', 'readers.csv has no column "email"'],
    ['Readers\n\nName;E-Mail\nAnn;ann@example.com\n', 'its header, which is line 3'],
  ])('is refused by revoke if it is not clear where all addresses are: %j', async (text, why) => {
    const world = await openWorld({ 'readers.csv': text });
    const run = await world.run('access', 'revoke', '--from', 'readers.csv', '--yes');
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(why);
  });

  test('is read by revoke if only the first of its columns has addresses', async () => {
    const world = await openWorld({ 'readers.csv': 'ann@example.com;Ann\nbo@example.com;Bo\n' });
    await world.run('access', 'grant', 'ann@example.com', 'bo@example.com', '--yes');
    const run = await world.run('access', 'revoke', '--from', 'readers.csv', '--yes');
    expect(run).toMatchObject({ exitCode: 0 });
    expect(await readers(world)).toEqual([
      'ann@example.com never revoked',
      'bo@example.com never revoked',
    ]);
  });
});

describe('what docs access list --csv prints', () => {
  const LIST = 'email,expires\nann@example.com,never\nbo@example.com,2d\n';

  test('is read by grant', async () => {
    const world = await openWorld({ 'readers.csv': LIST });
    await grant(world);
    const list = (await world.run('access', 'list', '--csv')).stdout;
    const run = await world.runAs({ stdin: list }, 'access', 'grant', '-', '--yes');
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
    expect(run.stderr).toBe(
      '· ann@example.com has that access already\n· bo@example.com has that access already\n',
    );
  });

  test('is read by revoke, also where access ran out', async () => {
    const world = await openWorld({ 'readers.csv': LIST });
    await grant(world);
    const clock = {
      now: () => Date.now() + 9 * 86_400_000,
      elapsed: () => performance.now(),
      sleep: () => Promise.resolve(),
    };
    const list = (await world.runAs({ clock }, 'access', 'list', '--expired', '--csv')).stdout;
    const run = await world.runAs({ clock, stdin: list }, 'access', 'revoke', '-', '--yes');
    expect(run).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '✔ bo@example.com has no access any more\n',
    });
  });

  test('of no readers leaves nothing to do', async () => {
    const world = await openWorld({ 'readers.csv': 'email,expires\n' });
    for (const command of ['grant', 'revoke']) {
      const run = await world.run('access', command, '--from', 'readers.csv', '--yes');
      expect(run).toMatchObject({ exitCode: 0, stdout: '' });
    }
  });

  test('holds no formula for a spreadsheet, and the addresses that it held', async () => {
    const names = ['=1+1', '+tag', '-dash', "'=quoted", "'plain", "=cmd|'/c", '＝wide'];
    const emails = names.map((name) => `${name}@example.com`).toSorted();
    const world = await openWorld({});
    const granted = await world.run('access', 'grant', '--yes', '--', ...emails);
    expect(granted.exitCode).toBe(0);
    const list = (await world.run('access', 'list', '--csv')).stdout;

    for (const line of list.split('\n')) expect(line).not.toMatch(/^"?[=+\-@＝]/);
    const again = await world.runAs({ stdin: list }, 'access', 'grant', '-', '--yes', '--json');
    const { items } = JSON.parse(again.stdout) as { items: { state: string; name: string }[] };
    expect(items.map(({ state, name }) => `${state} ${name}`).toSorted()).toEqual(
      emails.map((email) => `unchanged ${email}`).toSorted(),
    );
  });
});

test('docs access revoke reads the addresses of a list with other columns', async () => {
  const world = await openWorld({ 'readers.csv': many(2) });
  await grant(world);
  await world.write({ 'people.csv': 'Name;Valid until;EMAIL\nAnn;soon;READER-0@example.com\n' });
  const run = await world.run('access', 'revoke', '--from', 'people.csv', '--yes');
  expect(run).toMatchObject({ exitCode: 0 });
  expect(await readers(world)).toEqual([
    'reader-0@example.com never revoked',
    'reader-1@example.com never active',
  ]);
});

describe('--dry-run', () => {
  test.each([
    ['grant', 'would get access', 'reader-1@example.com'],
    ['revoke', 'would lose access', 'reader-0@example.com'],
  ])('of docs access %s says that nothing was changed', async (command, words, email) => {
    const world = await openWorld({});
    await world.run('access', 'grant', 'reader-0@example.com', '--yes');
    const run = await world.run('access', command, email, '-n');
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain(`${email} ${words}`);
    expect(run.stdout).not.toContain('revoked');
    expect(run.stderr).toContain('Nothing was changed');
  });
});

describe('the question of docs access grant', () => {
  const ask = async (world: World): Promise<string> =>
    (
      await world.runAs(
        { terminal: true, answer: 'n\r' },
        'access',
        'grant',
        '--from',
        'readers.csv',
      )
    ).stderr;

  test('says that access does not end', async () => {
    expect(await ask(await openWorld({ 'readers.csv': many(25) }))).toContain(
      'Grant 25 invites without an expiry?',
    );
  });

  test('counts those without an end', async () => {
    const text = 'email,expires\na@example.com,never\nb@example.com,30d\nc@example.com,\n';
    expect(await ask(await openWorld({ 'readers.csv': text }))).toContain(
      'Grant 3 invites (2 without an expiry)?',
    );
  });
});

test('a revocation of which nothing is left to do names an unknown reader once', async () => {
  const world = await openWorld({});
  await world.run('access', 'grant', 'ann@example.com', '--yes');
  await world.run('access', 'revoke', 'ann@example.com', '--yes');

  const run = await world.run('access', 'revoke', 'ann@example.com', 'no@example.com', '--yes');

  expect(`${run.stdout}${run.stderr}`.match(/the platform has no such reader/g)).toHaveLength(1);
  expect(run.stderr).toContain('1 of 2 changes cannot be made.');
  expect(run.stderr).toContain('Correct it and run the command again');
});
