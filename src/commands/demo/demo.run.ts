import type { DemoDocument } from './document.ts';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { startPlatform, type RunningPlatform } from '../../platform/serve.ts';
import { demoEnd, demoStep, demoTitle } from './view.ts';
import { seedFrom } from '../../seed-folder/seed.ts';
import { demoPush, type DemoRun } from './demo-push.ts';

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

async function editInBrowser({ admin }: RunningPlatform, text: string): Promise<void> {
  const page = (await admin.pages()).find(({ slug }) => slug === SLUG);
  if (page) {
    await admin.editor().edit(page.id, { content: (page.draft ?? page.published ?? '') + text });
  }
}
