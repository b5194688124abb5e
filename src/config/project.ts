import type { FilePath } from '../model/ids.ts';
import { lockFileOf } from '../model/project.ts';
import type { Project } from '../model/project.ts';
import type { Config } from './config.ts';

/** The project of a configuration. Each profile has its own lock, because it is another project on the platform. */
export function projectOf({ root, profile, content, references }: Config): Project {
  return {
    root,
    contents: content.value,
    references: references.value,
    lockFile: lockFileOf(profile.value),
    stateFolder: (profile.value === null ? '.docs-cli' : `.docs-cli/${profile.value}`) as FilePath,
  };
}
