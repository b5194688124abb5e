import type { PushDocument } from '../../plan-text/document.ts';
import { Writable } from 'node:stream';
import { Composition, type Context } from '../../context.ts';
import { Failure } from '../../model/failure.ts';
import type { RunningPlatform } from '../../platform/serve.ts';
import { printFailure } from '../../ui/failure.ts';
import { runSync } from '../../sync-run/sync-run.ts';

export interface DemoRun {
  readonly publish: boolean;
  readonly ours: boolean;
}

interface Ran {
  readonly document: PushDocument | null;
  readonly failure: Failure | null;
}

/** Runs `docs push` in `folder`, as a separate run. Its messages go to stdout, where the tour is; with `--json` its document is returned instead. */
export async function demoPush(
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
