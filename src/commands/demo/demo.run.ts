import type { DemoDocument } from './document.ts';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Composition } from '../../context.ts';
import type { Context } from '../../context.ts';
import { allPages, updatePage } from '../../platform/resources/pages.ts';
import { startPlatform } from '../../platform/serve.ts';
import type { RunningPlatform } from '../../platform/serve.ts';
import { demoEnd, demoStep, demoTitle } from './view.ts';
import { seedFrom } from '../shared/seed-folder.ts';
import type { PushDocument } from '../shared/plan-text/document.ts';
import { Writable } from 'node:stream';
import { Failure } from '../../model/failure.ts';
import { printFailure } from '../../ui/failure.ts';
import { runSync } from '../shared/sync-run/sync-run.ts';

const PAGE = 'docs/v2.0/station/cleaning.md';
const SLUG = 'cleaning';

/** Shows the tool's main job. Removes its folder and its platform afterwards. */
export async function runDemo(context: Context): Promise<void> {
  const { host, ui } = context;
  const folder = await mkdtemp(join(host.temporaryFolder, 'docs-demo-'));
  let platform: RunningPlatform | undefined;
  try {
    await cp(join(host.packageFolder, 'sample'), folder, { recursive: true });
    platform = await startPlatform({
      port: 0,
      api: 'classic',
      folder: null,
      seed: await seedFrom(folder, host),
      plan: 'enterprise',
      protection: 'none',
      users: [],
      rateLimits: true,
      remaining: 'consumed',
      takenSlugs: 'refuse',
      reprint: true,
      // The tour changes a page several times per second.
      dates: 'strict',
      clock: host.clock,
      onBug: (error) => ui.warn(String(error)),
    });
    await tour(context, folder, platform);
  } finally {
    await platform?.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function tour(context: Context, folder: string, platform: RunningPlatform): Promise<void> {
  const { ui } = context;
  const steps: DemoDocument['steps'][number][] = [];
  const show = async (
    title: string,
    command: readonly string[],
    run: Partial<DemoRun>,
    before: string | null = null,
  ) => {
    if (!ui.json) await ui.item({ title, command, before }, demoStep);
    const { document, failure } = await demoPush(context, folder, platform, run);
    const error = failure === null ? null : { code: failure.code, message: failure.located };
    steps.push({ title, command: `docs ${command.join(' ')}`, document, error });
  };

  if (!ui.json) await ui.item(null, demoTitle);
  await show('A folder of pages is pushed, as drafts', ['push'], {});
  await show('Readers get to see it', ['push', '--publish'], { publish: true });
  await append(folder, '\nTake photographs before you take it apart.\n');
  await show(
    'A file is edited: only that page is sent',
    ['push', '--publish'],
    {
      publish: true,
    },
    `A line is added to ${PAGE}.`,
  );
  await editInBrowser(platform, '\nEdited in the browser, while nobody looked.\n');
  await append(folder, '\nEdited here at the same time.\n');
  await show(
    'Both sides edit one page: nothing is overwritten',
    ['push'],
    {},
    'One line is added to that file, and another one in the browser.',
  );
  await show(
    'A person decides',
    ['push', '--ours'],
    { ours: true },
    'The file is right, and the edit in the browser is not.',
  );
  await show('There is nothing left to do, and finding that out costs one request', ['push'], {});
  await ui.result<DemoDocument>({ steps }, demoEnd);
}

async function append(folder: string, text: string): Promise<void> {
  await writeFile(join(folder, PAGE), text, { flag: 'a' });
}

async function editInBrowser({ store }: RunningPlatform, text: string): Promise<void> {
  const page = (await allPages(store)).find(({ slug }) => slug === SLUG);
  if (!page) return;
  const { id, slug, draft, published } = page;
  const content = (draft ?? published ?? '') + text;
  const edit = { title: undefined, slug, content, message: 'Edited in the editor' };
  await updatePage(store, id, edit, SOMEBODY, null);
}

const SOMEBODY = { name: 'editor@example.com', apiKey: false, ipAddress: '127.0.0.1' };

export interface DemoRun {
  readonly publish: boolean;
  readonly ours: boolean;
}

interface Ran {
  readonly document: PushDocument | null;
  readonly failure: Failure | null;
}

/** Runs `docs push` in `folder`, as a separate run. Its messages go to stdout, where the tour is; with `--json` its document is returned instead. */
async function demoPush(
  { host, flags, ui }: Context,
  folder: string,
  platform: RunningPlatform,
  run: Partial<DemoRun>,
): Promise<Ran> {
  const json = collector();
  const demoHost = {
    ...host,
    stdout: ui.json ? json.stream : host.stdout,
    stderr: ui.json ? collector().stream : host.stdout,
    cwd: folder,
    env: { ...host.env, DOCS_BASE_URL: platform.baseUrl, DOCS_API_KEY: platform.apiKey, CI: '' },
  };
  const { json: asJson, color, verbose } = flags;
  const demoFlags = { json: asJson, color, verbose, quiet: false, input: false, yes: true };
  const context = new Composition(demoHost, () => demoFlags);
  await context.start();
  const ran = (failure: Failure | null): Ran => ({
    document: json.text() === '' ? null : (JSON.parse(json.text()) as PushDocument),
    failure,
  });
  try {
    await runSync(context, [], { ...PUSH, ...run });
    return ran(null);
  } catch (error) {
    if (!(error instanceof Failure) || host.signal.aborted) throw error;
    await printFailure(error, demoHost, demoFlags);
    return ran(error);
  } finally {
    await context.close();
  }
}

const PUSH = {
  publish: false,
  dryRun: false,
  check: false,
  allowListed: false,
  recreate: false,
  force: false,
  skipConflicts: false,
  ours: false,
};

function collector(): { readonly stream: Writable; text(): string } {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      text += chunk.toString();
      done();
    },
  });
  return { stream, text: () => text };
}
