import type { Context } from '../../context.ts';

export interface ListVersionsOptions {
  readonly published: boolean;
  readonly exact: boolean;
}

/** Prints the versions. One request. */
export async function listVersions(context: Context, options: ListVersionsOptions): Promise<void> {
  const api = await context.api();
  // Loads the modules that are needed next while the platform answers.
  const [listed, { versionsInOrder }, { rememberPlaces }, { versionsView }] = await Promise.all([
    api.versions.list(),
    import('../shared/names/version-names.ts'),
    import('../shared/names/known-names.ts'),
    import('./view.ts'),
  ]);
  const versions = versionsInOrder(listed);
  const shown = options.published ? versions.filter(({ published }) => published) : versions;
  await rememberPlaces(
    context,
    versions.map(({ slug }) => slug),
  );
  await context.ui.result(shown, versionsView(options.exact), { long: true });
}
