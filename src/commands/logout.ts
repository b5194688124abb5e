import { Command } from 'commander';
import type { Context } from '../context.ts';

interface LogoutOptions {
  readonly all: boolean;
}

/** What `--json` prints: `docs/json/logout.schema.json`. */
export interface LoggedOut {
  /** Origins whose keys are gone. */
  readonly forgotten: readonly string[];
}

export const logoutCommand = (context: Context): Command =>
  new Command('logout')
    .summary('forget a kept API key')
    .description(
      'Forgets the key that was kept for the base URL. The key itself stays valid: replace it on the platform.',
    )
    .option('--all', 'forget the keys of every address', false)
    .addHelpText('after', '\nExamples:\n  $ docs logout\n  $ docs logout --all')
    .action((options: LogoutOptions) => logout(context, options));

/** Forgets keys. That there was none is no error. */
async function logout(context: Context, { all }: LogoutOptions): Promise<void> {
  const { host, ui } = context;
  const [{ openKeyStore }, { logoutView }] = await Promise.all([
    import('../config/credentials.ts'),
    import('../ui/views/login.ts'),
  ]);
  const store = openKeyStore(host);
  const wanted = all
    ? await store.origins()
    : [new URL((await context.config()).baseUrl.value).origin];
  const forgotten: string[] = [];
  for (const origin of wanted) if (await store.forget(origin)) forgotten.push(origin);
  await ui.result<LoggedOut>({ forgotten }, logoutView);
  if (host.env['DOCS_API_KEY'])
    ui.warn('DOCS_API_KEY is set, and still used.', 'unset DOCS_API_KEY');
}
