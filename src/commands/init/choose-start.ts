/** How a folder without pages begins: with the pages of the platform, or with a first one. */
import type { Context } from '../../context.ts';
import type { ContentFound } from './document.ts';
import type { ChosenContent } from './choose-content.ts';
import type { InitOptions } from './init.run.ts';
import type { KnownPlatform } from './known-platform.ts';
import { placedDocumentations } from './known-platform.ts';
import { choosePlace } from './questions.ts';
import { candidateAt } from './survey.ts';

const FOLDER = 'docs';

export async function chooseStart(
  context: Context,
  options: InitOptions,
  known: KnownPlatform | undefined,
): Promise<ChosenContent> {
  const { place } =
    options.in === undefined
      ? { place: null }
      : await choosePlace(context, candidateAt(FOLDER, []), options.in, known);
  const folder = { path: FOLDER, place };
  if (known !== undefined && known.all.pages.size > 0 && (await wantsPull(context, known))) {
    const content = { ...folder, pages: 0, unplaced: 0, example: null };
    return { content: [content], pages: new Map(), folders: [FOLDER], next: 'docs pull' };
  }
  const where = place ?? (await firstPlace(context, known));
  const { files, file } = firstPage(FOLDER, where, place !== null);
  const content: ContentFound = {
    ...folder,
    pages: 1,
    unplaced: 0,
    example: { file, ...where, page: 'welcome' },
  };
  return { content: [content], pages: files, folders: [FOLDER], next: 'docs dev' };
}

async function wantsPull({ ui, flags }: Context, { all }: KnownPlatform): Promise<boolean> {
  if (flags.yes) return true;
  return ui.ask(
    (prompts, terminal) =>
      prompts.select(
        {
          message: 'There are no pages here. What do you want to begin with?',
          choices: [
            { value: true, name: `The pages on the platform (${all.pages.size})` },
            { value: false, name: 'A first page' },
          ],
        },
        terminal,
      ),
    'docs init --yes begins with the pages on the platform',
  );
}

/** The first version of the platform and its first documentation, as far as they are known. */
async function firstPlace(context: Context, known: KnownPlatform | undefined): Promise<FirstPlace> {
  const [version] = known?.versions ?? [];
  if (known === undefined || version === undefined) return FIRST_PLACE;
  const placed = await placedDocumentations(context, known.all, version);
  const slug = placed.find((each) => each.slug !== null)?.slug;
  return { version: version.slug, documentation: slug ?? FIRST_PLACE.documentation };
}

/** What a folder without pages begins with. Pure. */

/** Where the first page goes, in slugs. */
export interface FirstPlace {
  readonly version: string;
  readonly documentation: string;
}

/** Where nobody knows of a version or a documentation. */
const FIRST_PLACE: FirstPlace = { version: 'v1.0', documentation: 'guide' };

export interface FirstPage {
  /** Of the page. */
  readonly file: string;
  /** Texts of the page and of settings, by file, relative to the project. */
  readonly files: ReadonlyMap<string, string>;
}

/** A page that says how to go on, in `folder`; with version and documentation, unless the configuration names them (`isMapped`). */
function firstPage(
  folder: string,
  { version, documentation }: FirstPlace,
  isMapped: boolean,
): FirstPage {
  if (isMapped) {
    const file = `${folder}/welcome.md`;
    return { file, files: new Map([[file, WELCOME]]) };
  }
  const inside = `${folder}/${version}/${documentation}`;
  const file = `${inside}/welcome.md`;
  return {
    file,
    files: new Map([
      [`${folder}/${version}/_settings.yaml`, `name: ${JSON.stringify(version)}\n`],
      [`${inside}/_settings.yaml`, `title: ${JSON.stringify(titleOf(documentation))}\n`],
      [`${inside}/_nav.yaml`, 'items:\n  - welcome\n'],
      [file, WELCOME],
    ]),
  };
}

const titleOf = (slug: string): string => {
  const words = slug.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const WELCOME = `---
type: page
title: Welcome
listed: true
---

This is the first page. \`docs dev\` shows it in a browser, and shows each change as it is saved.

{% callout title="Where it goes" %}
Folders name the version and the documentation. The name of the file is the end of the page's address.
{% /callout %}
`;
