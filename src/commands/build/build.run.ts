/** `docs build`: the site as files, in a folder of their own. */
import { listOf, count } from '../../model/text/sentences.ts';
import { resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { isInside, placeIn } from '../../system/files/path.ts';
import { unreadIn, unreadWarnings } from '../../content/folder/list-folder.ts';
import { projectRedirects } from '../../content/redirects/redirects-file.ts';
import type { FilePath } from '../../model/ids.ts';
import { ignoredIn, warnOfIgnored } from '../../system/git/working-tree.ts';
import { readRegular } from '../../system/files/read.ts';
import { Failure } from '../../model/failure.ts';
import { groupBy } from '../../model/group-by.ts';
import { type Project, generatedFiles } from '../../model/project.ts';
import { FILES, OWN_FOLDER } from '../../site/addresses.ts';
import { balanceOf } from '../../site/folder/balance.ts';
import { FolderSite } from '../../site/folder/folder-site.ts';
import { staticFiles } from '../../site/static-files.ts';
import { SiteView } from '../../site/site-view.ts';
import { requireFinishedMove } from '../../sync/reader.ts';
import type { Built } from './document.ts';
import { builtView } from './view.ts';
import { namedFile } from '../shared/named-files/named-file.ts';
import { warnOfPulledDrafts } from '../shared/page-folders/pulled-drafts.ts';
import { BuildOutput, earlierFiles } from './output.ts';
import { ownFile, ownIcons } from '../shared/site-server/own-files.ts';

export interface BuildFlags {
  readonly out: string;
  /** Path of the site on its host. */
  readonly base: string;
  readonly drafts: boolean;
  readonly audience: readonly string[];
}

/** Files of the site's own that pages of a build need. The others are for `docs dev`. */
const OWN = ['site.css', 'early.js', 'site.js', 'frame.html', 'icon.svg'];

/** Additional files that pages of references need. */
const OF_REFERENCES = ['reference.css', 'reference.js'];

/** The number of pages between two moments at which signals are handled. */
const PAGES_AT_ONCE = 20;

/** Writes the site, and removes files of an earlier build that this one did not write. */
export async function buildSite(context: Context, flags: BuildFlags): Promise<void> {
  const { ui } = context;
  const project = await context.project();
  const { path: folder } = await namedFile(context, flags.out);
  refuseContent(project, folder, flags.out);
  const before = await earlierFiles(folder, flags.out);
  const site = await FolderSite.open(project);
  for (const { place, message } of site.problems) {
    ui.warn(`${place.file}${place.line === undefined ? '' : `:${place.line}`}: ${message}`);
  }
  for (const warning of unreadWarnings(site.folders.flatMap(unreadIn))) ui.warn(warning);
  const audiences = new Set(flags.audience);
  const view = new SiteView(site.site, { audiences, drafts: flags.drafts });
  if (!view.home()) {
    if (before.size > 0) {
      ui.warn(
        `${flags.out} still has the site of an earlier build: delete it if nobody is to see that.`,
      );
    }
    if (new SiteView(site.site, { audiences, drafts: true }).home()) {
      throw new Failure(
        'content',
        'There is nothing to show: no page in this folder is published.',
        { hint: 'docs build --drafts includes drafts and unpublished pages' },
      );
    }
    throw new Failure('content', 'There is nothing to show: readers get no page of this folder.', {
      hint: 'Remove what says so from a page, or give --audience for what an audience gets',
    });
  }
  const config = await context.config();
  const address = config.site.value;
  if (address !== null || view.showsLastChange) {
    const { lastChanges } = await import('../shared/site-server/last-changes.ts');
    site.learnChanges(await lastChanges(context, project, view.showsLastChange));
  }
  requireFinishedMove(project);
  const output = new BuildOutput(folder, flags.out, before);
  await output.begin();
  let wrote: Wrote;
  try {
    wrote = await writeSite(context, {
      host: { base: flags.base, address, editUrl: config.editUrl.value },
      root: project.root,
      site,
      view,
      output,
    });
  } catch (error) {
    await output.stop();
    throw error;
  }
  const { removed, kept } = await output.finish();
  if (site.withheld.size > 0) {
    const files = [...site.withheld].toSorted().join(', ');
    ui.warn(`Pages link to files that readers do not get: ${files}.`);
  }
  if (site.inLibrary.size > 0) {
    const are = `${count(site.inLibrary.size, 'image')} ${site.inLibrary.size === 1 ? 'is' : 'are'}`;
    ui.say(() => `${are} in the platform's library: not shown here.`);
  }
  const files = [...view.pages()].flatMap(({ page }) => site.fileOf(page.key) ?? []);
  const isIgnored = ignoredIn({ root: project.root, ...context.host });
  const generated = generatedFiles(project);
  const definitions = view.versions
    .flatMap(({ references }) => references.flatMap((each) => site.definitionFile(each) ?? []))
    .filter((file) => !generated.has(file));
  const all = [...files, ...definitions, ...Array.from(site.shown, (path) => path as FilePath)];
  await warnOfIgnored(ui, isIgnored, all, 'the site shows');
  await warnOfPulledDrafts(context, project);
  await warnOfErrors(context, project);
  const { pages, added } = wrote;
  tellAdded(context, added);
  const { shown, heldBack, leftOut } = balanceOf(site, view);
  const built = {
    folder: flags.out,
    pages,
    found: shown.size + heldBack.size + leftOut.size,
    heldBack: Array.from(
      groupBy(heldBack.values(), ({ why }) => why),
      ([why, own]) => ({
        why,
        pages: own.length,
      }),
    ),
    leftOut: leftOut.size,
    files: output.count,
    added,
    removed,
  };
  await ui.result<Built>(built, builtView);
  if (kept.length > 0) throw stillThere(kept.map((name) => `${flags.out}/${name}`));
  if (leftOut.size === 0) return;
  throw new Failure('partial', `${count(leftOut.size, 'file')} could not be shown.`, {
    hint: 'docs check says what to change',
  });
}

interface Writing {
  readonly host: Parameters<typeof staticFiles>[2];
  readonly root: string;
  readonly site: FolderSite;
  readonly view: SiteView;
  readonly output: BuildOutput;
}

interface Wrote {
  /** The number of pages. */
  readonly pages: number;
  /** Files of pages and references that the build before did not have; empty if there was none. */
  readonly added: string[];
}

/** Lists files that readers could not see before, because that may be unintended. */
function tellAdded({ ui }: Context, added: readonly string[]): void {
  if (added.length === 0) return;
  ui.say((style) => `New for readers since the last build: ${style.text(listOf(added, SHOWN))}.`);
}

/** The most files to name. */
const SHOWN = 20;

/**
 * The failure if old files could not be removed. Readers would get them with the deployed folder,
 * although their pages may be hidden now.
 */
function stillThere(files: readonly string[]): Failure {
  const [does, it, was] = files.length === 1 ? ['does', 'it', 'was'] : ['do', 'they', 'were'];
  return new Failure(
    'partial',
    `${files.join(', ')} ${does} not belong to the site any more, but ${it} ${was} changed since docs build wrote ${it === 'it' ? it : 'them'}, so ${it} ${was} not removed.`,
    {
      hint: `Delete ${it === 'it' ? it : 'them'} before the folder is deployed, then run docs build again`,
    },
  );
}

async function writeSite({ host }: Context, writing: Writing): Promise<Wrote> {
  const { host: onHost, root, site, view, output } = writing;
  let pages = 0;
  const added: string[] = [];
  const icons = ownIcons(host.packageFolder);
  const { rules } = projectRedirects(root);
  for await (const { path, text, kind } of staticFiles(site, view, onHost, icons, rules)) {
    host.signal.throwIfAborted();
    await output.write(path, text);
    if (kind === 'page') pages += 1;
    if (kind !== 'other' && output.isNew(path)) added.push(path);
    // Yields to the event loop, so that a signal can end the build.
    if (kind === 'page' && pages % PAGES_AT_ONCE === 0) await turn();
  }
  const hasReference = view.versions.some(({ references }) => references.length > 0);
  for (const name of [...OWN, ...(hasReference ? OF_REFERENCES : [])]) {
    const text = await ownFile(host.packageFolder, name);
    if (text === null) throw new Error(`the package lacks ${name}`);
    await output.write(`${OWN_FOLDER}/${name}`, text);
  }
  for (const path of site.shown) {
    const place = placeIn(root, path);
    if ('real' in place)
      await output.write(`${OWN_FOLDER}/${FILES}/${path}`, readRegular(place.real, null));
  }
  return { pages, added };
}

/** Warns that pages have errors. The site is built nevertheless. */
async function warnOfErrors(context: Context, project: Project): Promise<void> {
  const { pageFindings } = await import('../shared/page-folders/page-findings.ts');
  const findings = await pageFindings(context, project);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return;
  context.ui.warn(`These pages have ${count(errors, 'error')}.`, 'docs check shows them');
}

/**
 * Throws if the folder contains pages, git's files or the state of the tool. A new folder in a
 * content folder is not content once a build has marked it.
 */
function refuseContent(
  { root, contents, stateFolder }: Project,
  folder: string,
  shown: string,
): void {
  if (shown === '') {
    throw new Failure('usage', '--out is empty.', { hint: 'Name a folder, such as --out public' });
  }
  const own = [stateFolder, '.git'].find((name) => isInside(folder, resolve(root, name)));
  if (own !== undefined) {
    throw new Failure('usage', `${shown} is inside ${own}.`, { hint: 'Name another folder' });
  }
  for (const { path } of contents) {
    if (!isInside(resolve(root, path), folder)) continue;
    throw new Failure('usage', `${shown} is the content folder "${path}", or contains it.`, {
      hint: 'Name another folder, such as --out public',
    });
  }
}
