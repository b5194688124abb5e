/** What a folder without pages begins with. Pure. */

/** Where the first page goes, in slugs. */
export interface FirstPlace {
  readonly version: string;
  readonly documentation: string;
}

/** Where nobody knows of a version or a documentation. */
export const FIRST_PLACE: FirstPlace = { version: 'v1.0', documentation: 'guide' };

export interface FirstPage {
  /** Of the page. */
  readonly file: string;
  /** Texts of the page and of settings, by file, relative to the project. */
  readonly files: ReadonlyMap<string, string>;
}

/** A page that says how to go on, in `folder`; with version and documentation, unless the configuration names them (`isMapped`). */
export function firstPage(
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
