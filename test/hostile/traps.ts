/**
 * Repositories of strangers that try to have their own programs run. Each is built in an empty
 * folder, with a command that leaves a trace outside of it, for which a test looks afterwards.
 */
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFiles } from '../support/folder.ts';
import { git, gitWith } from '../support/git.ts';
import { withoutBlob } from './missing-blob.ts';

export interface TrapPlace {
  /** Empty; the repository comes into it. */
  readonly folder: string;
  /**
   * A program, without spaces in its path, that leaves its environment in this file outside
   * `folder`.
   */
  readonly trace: (name: string) => string;
}

export interface Trapped {
  /** Where the tool is to be run. */
  readonly folder: string;
  /** Put before the search path for programs, as a careless user has it. */
  readonly path?: string;
}

export type Trap = (place: TrapPlace) => Promise<Trapped>;

/** A project with two commits, whose working folder differs from the second: git is asked about all of it. */
export const CONTENT = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Intro\n---\n\nText\n',
  'docs/v1.0/guides/old.md': '---\ntitle: Old\n---\n\nOne line.\n\nAnother line.\n',
  'openapi/petstore.yaml': 'openapi: 3.0.3\ninfo: { title: Petstore, version: 1.0.0 }\npaths: {}\n',
};

const page = (text: string): string => `---\ntitle: Intro\n---\n\n${text}\n`;
const INTRO = 'docs/v1.0/guides/intro.md';

async function commitTwice(folder: string): Promise<void> {
  await writeFiles(folder, CONTENT);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'Begin');
  await writeFiles(folder, { [INTRO]: page('Second text') });
  git(folder, 'commit', '-qam', 'Go on');
}

async function editAfterwards(folder: string): Promise<void> {
  await rm(join(folder, 'docs/v1.0/guides/old.md'));
  await writeFiles(folder, {
    [INTRO]: page('Third text'),
    'docs/v1.0/guides/new.md': '---\ntitle: New\n---\n\nOne line.\n\nAnother line.\n\nA third.\n',
  });
}

/** Where git keeps its settings in each way in which a stranger's repository gets into a folder. */
type Dress = (
  place: TrapPlace,
  lay: (work: string, gitFolder: string) => Promise<void>,
) => Promise<Trapped>;

/** An archive that was unpacked, with its `.git`. */
const unpacked: Dress = async ({ folder }, lay) => {
  git(folder, 'init', '-q');
  await commitTwice(folder);
  await lay(folder, join(folder, '.git'));
  await editAfterwards(folder);
  return { folder };
};

/** The same where `.git` is a file that names a folder of the archive. */
const behindFile: Dress = async ({ folder }, lay) => {
  git(folder, 'init', '-q', `--separate-git-dir=${join(folder, 'site.git')}`, '.');
  await writeFile(join(folder, '.git'), 'gitdir: site.git\n');
  await writeFile(join(folder, '.gitignore'), 'site.git\n');
  await commitTwice(folder);
  await lay(folder, join(folder, 'site.git'));
  await editAfterwards(folder);
  return { folder };
};

/** A subfolder that is a bare repository to git: it is committed, and so comes with a clone. */
const cloned: Dress = async ({ folder }, lay) => {
  const outer = join(folder, 'outer');
  const site = join(outer, 'site');
  git(folder, 'init', '-q', outer);
  git(folder, 'init', '-q', '--bare', site);
  git(site, 'config', 'core.bare', 'false');
  git(site, 'config', 'core.worktree', '.');
  await commitTwice(site);
  await lay(site, site);
  // Empty folders are not committed.
  await writeFiles(site, { 'refs/keep': '', 'objects/keep': '' });
  git(outer, 'add', '-fA', '.');
  git(outer, 'commit', '-qm', 'Site');
  git(folder, 'clone', '-q', outer, 'clone');
  const there = join(folder, 'clone/site');
  await editAfterwards(there);
  return { folder: there };
};

const DRESSES = {
  'an unpacked archive': unpacked,
  'an archive with a gitfile': behindFile,
  'a bare repository in a clone': cloned,
} as const;

const configured =
  (settings: (trace: TrapPlace['trace']) => Readonly<Record<string, string>>) =>
  (trace: TrapPlace['trace']) =>
  async (_work: string, gitFolder: string): Promise<void> => {
    for (const [name, value] of Object.entries(settings(trace))) {
      git(gitFolder, 'config', '--file', join(gitFolder, 'config'), name, value);
    }
  };

type Lay = (trace: TrapPlace['trace']) => (work: string, gitFolder: string) => Promise<void>;

/** Attributes that no commit has to hold, and the settings that they lead to. */
const attributed =
  (attributes: string, settings: Parameters<typeof configured>[0]): Lay =>
  (trace) =>
  async (work, gitFolder) => {
    await configured(settings)(trace)(work, gitFolder);
    await writeFile(join(work, '.attrs'), attributes);
    await mkdir(join(gitFolder, 'info'), { recursive: true });
    await writeFile(join(gitFolder, 'info/attributes'), attributes);
    await writeFile(join(work, '.gitattributes'), attributes);
    git(gitFolder, 'config', '--file', join(gitFolder, 'config'), 'core.attributesFile', '.attrs');
  };

/** An old text is missing, and a remote promises it. */
const promised =
  (settings: Parameters<typeof configured>[0]): Lay =>
  (trace) =>
  async (work, gitFolder) => {
    const blob = git(work, `--git-dir=${gitFolder}`, 'rev-parse', `HEAD~1:${INTRO}`);
    await withoutBlob(gitFolder, blob);
    await configured((each) => ({
      'core.repositoryFormatVersion': '1',
      'extensions.partialClone': 'origin',
      'remote.origin.promisor': 'true',
      ...settings(each),
    }))(trace)(work, gitFolder);
  };

/** Gives the last commit a signature. */
function sign(work: string, gitFolder: string): void {
  const at = `--git-dir=${gitFolder}`;
  const lines = git(work, at, 'cat-file', 'commit', 'HEAD').split('\n');
  const signature = '-----BEGIN PGP SIGNATURE-----\n \n none\n -----END PGP SIGNATURE-----';
  lines.splice(lines.indexOf(''), 0, `gpgsig ${signature}`);
  const signed = gitWith(
    `${lines.join('\n')}\n`,
    work,
    at,
    'hash-object',
    '-t',
    'commit',
    '-w',
    '--stdin',
  );
  git(work, at, 'update-ref', 'HEAD', signed);
}

const LAID: Readonly<Record<string, Lay>> = {
  'a clean filter': attributed('*.md filter=x\n', (trace) => ({
    'filter.x.clean': `${trace('clean')}; cat`,
    'filter.x.smudge': `${trace('smudge')}; cat`,
    'filter.x.required': 'true',
  })),
  'a filter that is a process': attributed('*.md filter=x\n', (trace) => ({
    'filter.x.process': trace('process'),
  })),
  'a promised text, by ssh': promised((trace) => ({
    'remote.origin.url': 'ssh://x/y',
    'core.sshCommand': `${trace('ssh')}; false`,
    // Beats a general `protocol.allow`.
    'protocol.ssh.allow': 'always',
  })),
  'a promised text, by a command': promised((trace) => ({
    'remote.origin.url': `ext::sh -c ${trace('ext').replaceAll(' ', '% ')}`,
    'protocol.ext.allow': 'always',
    'protocol.allow': 'always',
  })),
  'a promised text, from a folder': promised((trace) => ({
    'remote.origin.url': '.',
    'remote.origin.uploadpack': `${trace('uploadpack')}; false`,
    'core.alternateRefsCommand': `${trace('refs')}; true`,
    'protocol.file.allow': 'always',
  })),
  'a file system monitor': configured((trace) => ({
    'core.fsmonitor': `${trace('fsmonitor')}; true`,
    'core.untrackedCache': 'true',
  })),
  'a signature to check': (trace) => async (work, gitFolder) => {
    sign(work, gitFolder);
    await configured(() => ({ 'log.showSignature': 'true', 'gpg.program': trace('gpg') }))(trace)(
      work,
      gitFolder,
    );
  },
  'a text conversion': attributed('*.md diff=x\n', (trace) => ({
    'diff.x.textconv': `${trace('textconv')}; cat`,
    'diff.x.cachetextconv': 'true',
  })),
  'a command for differences': attributed('*.md diff=x\n', (trace) => ({
    'diff.x.command': `${trace('command')}; true`,
    'diff.external': `${trace('external')}; true`,
  })),
  'a merge driver': attributed('*.md merge=x\n', (trace) => ({
    'merge.x.driver': `${trace('driver')}; true`,
  })),
  'a pager, an editor, and commands for credentials': configured((trace) => ({
    'core.pager': `${trace('pager')}; cat`,
    'pager.log': `${trace('pager-log')}; cat`,
    'core.editor': trace('editor'),
    'sequence.editor': trace('sequence'),
    'credential.helper': `!${trace('credential')}`,
    'core.askPass': trace('askpass'),
    'core.gitProxy': trace('proxy'),
    'alias.log': `!${trace('alias-log')}`,
    'alias.cat-file': `!${trace('alias-cat-file')}`,
  })),
  hooks: (trace) => async (work, gitFolder) => {
    const hooks = join(work, 'hooks-of-mine');
    const names = [
      'post-index-change',
      'reference-transaction',
      'fsmonitor-watchman',
      'post-checkout',
      'pre-auto-gc',
    ];
    const script = `#!/bin/sh\n${trace('hook')}\n`;
    await writeFiles(hooks, Object.fromEntries(names.map((name) => [name, script])));
    for (const name of names) await chmod(join(hooks, name), 0o755);
    await configured(() => ({ 'core.hooksPath': hooks }))(trace)(work, gitFolder);
  },
  'programs in the working folder': (trace) => async (work) => {
    await programs(work, trace);
  },
};

const PROGRAMS = ['git', 'git.exe', 'less', 'secret-tool', 'sh', 'ssh'];

async function programs(folder: string, trace: TrapPlace['trace']): Promise<void> {
  for (const name of PROGRAMS) {
    await writeFiles(folder, { [name]: `#!/bin/sh\n${trace(name)}\n` });
    await chmod(join(folder, name), 0o755);
  }
}

const dressed = Object.entries(DRESSES).flatMap(([dress, put]) =>
  Object.entries(LAID).map(
    ([name, lay]) => [`${dress} with ${name}`, (place) => put(place, lay(place.trace))] as const,
  ),
) satisfies (readonly [string, Trap])[];

/** The search path for programs leads into the repository. */
const onPath =
  (entry: (folder: string) => string | Promise<string>): Trap =>
  async (place) => {
    const trapped = await unpacked(place, async () => undefined);
    const path = await entry(place.folder);
    await programs(join(place.folder, 'bin'), place.trace);
    await programs(place.folder, place.trace);
    return { ...trapped, path };
  };

/** By name; the name reads on after "in". Thirteen kinds, each in three dresses: every third is each kind once. */
export const GIT_TRAPS: Readonly<Record<string, Trap>> = Object.fromEntries<Trap>(dressed);

export const PATH_TRAPS: Readonly<Record<string, Trap>> = {
  'a repository with programs, and "." in PATH': onPath(() => '.'),
  'a repository with programs, and an empty entry in PATH': onPath(() => ''),
  'a repository with programs, and a relative folder in PATH': onPath(() => 'bin'),
  'a repository with programs, and its own folder in PATH': onPath((folder) => join(folder, 'bin')),
  'a repository with programs, and a link to it in PATH': onPath(async (folder) => {
    const link = `${folder}-link`;
    await symlink(join(folder, 'bin'), link);
    return link;
  }),
};
