import type { Config } from '../../../config/config.ts';
import { Failure } from '../../../model/failure.ts';
import type { Project } from '../../../model/project.ts';

/** The failure of a run that finds no pages: most likely another folder was meant. */
export function noPages(
  { contents }: Pick<Project, 'contents'>,
  { file }: Pick<Config, 'file'>,
): Failure {
  const [first] = contents;
  const where = first && contents.length === 1 && first.path !== '.' ? first.path : 'this folder';
  const what = contents.length > 1 ? 'the content folders' : where;
  return new Failure('config', `There are no pages in ${what}.`, {
    hint:
      file === null
        ? 'Go to the folder of your pages, or run docs init, which asks where they are'
        : '`content` in the config file says where they are: docs config shows it',
  });
}
