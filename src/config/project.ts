import type { FilePath } from '../model/ids.ts';
import type { Project } from '../model/project.ts';
import type { Config } from './config.ts';

/** The folder at hand. Each profile has a lock of its own: it is another platform project. */
export function projectOf({ root, profile, content, references }: Config): Project {
  const suffix = profile.value === null ? '' : `.${profile.value}`;
  return {
    root,
    contents: content.value,
    references: references.value,
    lockFile: `docs-cli.lock${suffix}.json` as FilePath,
    stateFolder: (profile.value === null ? '.docs-cli' : `.docs-cli/${profile.value}`) as FilePath,
  };
}
