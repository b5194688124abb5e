import type { LoggedOut } from './document.ts';
import type { Context } from '../../context.ts';

export interface LogoutOptions {
  readonly all: boolean;
}

/** Where the key in use may be stored: that of the profile comes first. */
async function placesOf(context: Context): Promise<readonly string[]> {
  const { placeOfKey } = await import('../../config/credentials.ts');
  const { baseUrl, profile } = await context.config();
  const { origin } = new URL(baseUrl.value);
  return [placeOfKey(origin, profile.value), origin];
}

/** Removes keys. It is not an error if there are none. */
export async function logout(context: Context, { all }: LogoutOptions): Promise<void> {
  const { host, ui } = context;
  const [{ openKeyStore }, { logoutView }] = await Promise.all([
    import('../../config/credentials.ts'),
    import('./login.run.ts'),
  ]);
  const store = openKeyStore(host);
  const forgotten: string[] = [];
  for (const place of all ? await store.origins() : await placesOf(context)) {
    if ((all || forgotten.length === 0) && (await store.forget(place))) forgotten.push(place);
  }
  await ui.result<LoggedOut>({ forgotten }, logoutView);
  if (host.env['DOCS_API_KEY'])
    ui.warn('DOCS_API_KEY is set and is still used.', 'unset DOCS_API_KEY');
}
