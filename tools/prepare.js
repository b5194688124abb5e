// npm runs this after an installation from the repository. A commit of a release has its bundle, and
// npm may install it, for a hook of pre-commit, without the packages that a build needs.
import { existsSync } from 'node:fs';

const canBuild = await import('esbuild').then(
  () => true,
  () => false,
);
if (canBuild || !existsSync(new URL('../dist/main.cjs', import.meta.url))) {
  const { writeBuild } = await import('./build.js');
  await writeBuild();
}
