/** A platform that fails for a while, or only for writes: few writes are sent into it, and the run says how it ended. */
import { expect, test } from 'vitest';
import { stand, type Between } from '../../support/acting-proxy.ts';
import { impatientClock } from '../../support/clocks.ts';
import { openWorld } from '../../support/world.ts';

const PAGES = 70;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'published: false\n',
  ...Object.fromEntries(
    Array.from({ length: PAGES }, (_, n) => [
      `docs/v1.0/guide/page-${n}.md`,
      `---\ntitle: Page ${n}\n---\n\nText ${n}.\n`,
    ]),
  ),
};

const FULL = { status: 500, body: '{"message":"No space left on device"}' };

/** The most writes that a client has under way. */
const AT_ONCE = 32;

async function scene() {
  const between: Between = {};
  const clock = impatientClock();
  const world = await openWorld(FILES, { clock });
  const baseUrl = await stand(world.platform.baseUrl, between);
  const push = () => world.runAs({ env: { DOCS_BASE_URL: baseUrl }, clock }, 'push', '--yes');
  const made = async () => {
    const { stdout } = await world.run('page', 'list', '--json');
    return (JSON.parse(stdout) as unknown[]).length;
  };
  return { between, clock, push, made };
}

test('writes wait while the platform is away, and no page is created twice', async () => {
  const { between, clock, push, made } = await scene();
  let creates = 0;
  let awayUntil: number | undefined;
  const refused: string[] = [];
  between.before = async ({ method, path }) => {
    if (method === 'POST' && ++creates === 20) awayUntil = clock.elapsed() + 8000;
    if (awayUntil === undefined || clock.elapsed() >= awayUntil) return undefined;
    refused.push(`${method} ${path}`);
    return { status: 503 };
  };

  const run = await push();

  expect(run).toMatchObject({ exitCode: 0 });
  expect(run.stderr).toContain(
    'A write failed (status 503). The next ones wait until the platform answers, for up to 30 s.',
  );
  expect(refused.filter((line) => line.startsWith('POST')).length).toBeLessThanOrEqual(AT_ONCE);
  expect(await made()).toBe(PAGES);
});

test('a run ends with 8 if writes fail although the platform answers, and the next one continues', async () => {
  const { between, push, made } = await scene();
  let creates = 0;
  between.before = async ({ method }) => (method === 'POST' && ++creates > 20 ? FULL : undefined);

  const run = await push();

  expect(run.exitCode).toBe(8);
  expect(creates).toBeLessThanOrEqual(20 + AT_ONCE + 3);
  expect(run.stderr).toContain('answers, but 3 writes in a row failed (status 500).');
  expect(run.stderr).toContain(
    'Run the same command again later: it first checks what the platform has',
  );
  expect(run.stderr).not.toContain('Fix each item');
  expect(await made()).toBe(20);
  between.before = async () => undefined;
  expect(await push()).toMatchObject({ exitCode: 0 });
  expect(await made()).toBe(PAGES);
});
