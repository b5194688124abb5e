/** Where a pipeline gets the tool from. Pure. */

/** The parts of the tool's own `package.json` that say where its releases are. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly repository: { readonly url: string };
}

export type ReleaseSource =
  /** A step with the action, which has the tool beside it: `owner/repository@v1.2.3`. */
  | { readonly kind: 'action'; readonly uses: string }
  /** A package of the npm registry: `@owner/docs@1.2.3`. */
  | { readonly kind: 'package'; readonly spec: string }
  /** A tarball whose address and digest a person fills in. */
  | { readonly kind: 'tarball' };

/**
 * The source that is certainly ours: the action if the repository is on GitHub, else the package if
 * it is public and its name has a scope. A name without one may belong to somebody else.
 */
export function releaseSource(manifest: Manifest, ci: 'github' | 'gitlab'): ReleaseSource {
  const { name, version, repository } = manifest;
  if (!/^\d+\.\d+\.\d+(?:-[\da-z.]+)?$/.test(version)) return { kind: 'tarball' };
  const [, path] = GITHUB.exec(repository.url) ?? [];
  if (ci === 'github' && path !== undefined && path !== 'OWNER/REPOSITORY') {
    return { kind: 'action', uses: `${path}@v${version}` };
  }
  if (manifest.private !== true && SCOPED.test(name)) {
    return { kind: 'package', spec: `${name}@${version}` };
  }
  return { kind: 'tarball' };
}

const GITHUB = /^(?:git\+)?https:\/\/github\.com\/([\w-]+\/[\w.-]+?)(?:\.git)?$/;
const SCOPED = /^@[a-z\d][a-z\d._-]*\/[a-z\d][a-z\d._-]*$/;
