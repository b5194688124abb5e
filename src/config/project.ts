import type { FilePath } from '../model/ids.ts';
import type { Project } from '../model/project.ts';
import type { Config } from './config.ts';

/** The project of a configuration. Each profile has its own lock: it is another project on the platform. */
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
