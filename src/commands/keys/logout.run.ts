import type { LoggedOut } from './document.ts';
import type { Context } from '../../context.ts';

export interface LogoutOptions {
  readonly all: boolean;
}

/** Removes keys. It is not an error if there are none. */
export async function logout(context: Context, { all }: LogoutOptions): Promise<void> {
  const { host, ui } = context;
  const [{ openKeyStore }, { logoutView }] = await Promise.all([
    import('../../config/credentials.ts'),
    import('./login.run.ts'),
  ]);
  const store = openKeyStore(host);
  const wanted = all
    ? await store.origins()
    : [new URL((await context.config()).baseUrl.value).origin];
  const forgotten: string[] = [];
  for (const origin of wanted) if (await store.forget(origin)) forgotten.push(origin);
  await ui.result<LoggedOut>({ forgotten }, logoutView);
  if (host.env['DOCS_API_KEY'])
    ui.warn('DOCS_API_KEY is set and is still used.', 'unset DOCS_API_KEY');
}
