/** Runs the sessions of a page of the manual, and updates what the page shows of their output. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { main } from '../../src/main.ts';
import { writeFiles } from '../support/folder.ts';
import { createHost } from '../support/host.ts';
import { readFences, readSteps, type Fence, type Step } from './fences.ts';
import { isSameOutput, KEY } from './same-output.ts';
import { screenOf } from './screen.ts';
import type { Scene } from './scenes.ts';

/** Where the reader of the manual is, in place of a temporary folder. */
const FOLDER_OF_READER = '/home/you/handbook';
const PORT_OF_READER = '4000';
const KEY_OF_READER = 'Qm4nUa1wXc7bYt2kRz9pLs5vGh8dJe3f';

/** The last line of a command that serves until it is stopped. */
const READY = 'Ctrl-C stops it.';

/** The text of the page, with the output that its commands have today. */
export async function played(page: string, scene: Scene): Promise<string> {
  const lines = page.split('\n');
  const player = new Player(scene);
  const seen = new Set<string>();
  let shift = 0;
  for (const fence of readFences(page)) {
    const change = seen.has(fence.heading) ? undefined : await scene.before[fence.heading]?.();
    if (change?.env) player.enter(change.env);
    seen.add(fence.heading);
    if (fence.language === 'console') {
      const session = await player.session(fence);
      lines.splice(fence.from + shift, fence.to - fence.from, ...session);
      shift += session.length - (fence.to - fence.from);
    } else if (fence.title !== undefined && scene.writesFiles) {
      await player.write(fence.title, fence.lines);
    }
  }
  const unused = Object.keys(scene.before).filter((heading) => !seen.has(heading));
  if (unused.length > 0) throw new Error(`no fence stands under ${unused.join(', ')}`);
  return lines.join('\n');
}

class Player {
  readonly #scene: Scene;
  #env: Record<string, string>;
  #cwd: string;
  #exitCode = 0;
  /** What the page's own platform told of itself. */
  #told: Readonly<Record<string, string>> = {};

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#cwd = scene.folder;
    this.#env = { PAGER: '', ...scene.env };
  }

  /** Another terminal, in the same folder. */
  enter(env: Readonly<Record<string, string>>): void {
    this.#env = { PAGER: '', ...env };
  }

  /** What the page shows of the file, with what is really there in place of what is shown. */
  async write(path: string, lines: readonly string[]): Promise<void> {
    const text = (this.#scene.shownAs ?? []).reduce(
      (each, [printed, shown]) => each.replaceAll(shown, printed),
      `${lines.join('\n')}\n`,
    );
    await writeFiles(this.#cwd, { [path]: text });
  }

  async session(fence: Fence): Promise<string[]> {
    const shown: string[] = [];
    for (const step of readSteps(fence)) {
      const printed = await this.#run(step);
      const isSame = isSameOutput(trimmed(step.output), printed);
      shown.push(`$ ${step.command}`, ...(isSame ? step.output : printed));
    }
    return shown;
  }

  async #run(step: Step): Promise<string[]> {
    const { command } = step;
    const [, name, value] = /^export ([A-Z_]+)=(.*)$/.exec(command) ?? [];
    if (name !== undefined) {
      this.#env[name] = this.#told[name] ?? value ?? '';
      return [];
    }
    if (command === 'echo $?') return [String(this.#exitCode)];
    const [, folder] = /^cd (\S+)$/.exec(command) ?? [];
    if (folder !== undefined) {
      this.#cwd = join(this.#cwd, folder);
      return [];
    }
    const lines = command.startsWith('docs ') ? await this.#docs(step) : this.#shell(command);
    return lines.map((line) => this.#asReaderSees(line));
  }

  #shell(command: string): string[] {
    if (!/^(?:cat|cp|git|ls|mkdir|mv|rm|rmdir|sed) /.test(command)) {
      throw new Error(`a test does not run this: ${command}`);
    }
    const output = execFileSync('bash', ['--norc', '-c', command], {
      cwd: this.#cwd,
      env: {
        PATH: process.env['PATH'],
        LC_ALL: 'C',
        GIT_CONFIG_GLOBAL: devNull,
        GIT_CONFIG_SYSTEM: devNull,
      },
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return trimmed(output.split('\n'));
  }

  async #docs({ command, output }: Step): Promise<string[]> {
    const [, line = '', file] = /^docs (.*?)(?: > (\S+))?$/.exec(command) ?? [];
    const serves = output.includes('^C');
    const ending = new AbortController();
    const { host: machine, stdout } = createHost({
      cwd: this.#cwd,
      env: this.#env,
      terminal: true,
      signal: ending.signal,
      clock: this.#scene.clock,
      answers: serves ? [] : this.#scene.answers(command),
    });
    // Lines with the ids of a run are of no fixed length: none is broken.
    Object.assign(machine.stdout, { columns: 100 });
    const host = { ...machine, version: manifest.version };
    let sent = '';
    const wanted = output.indexOf('^C');
    const served = new Promise<void>((resolve) => {
      const more = (chunk: Buffer): void => {
        sent += chunk.toString('utf8');
        if (sent.includes(READY)) resolve();
      };
      host.stderr.on('data', more);
      if (file === undefined) host.stdout.on('data', more);
    });
    this.#scene.clock.pass();
    const argv = wordsOf(line).map((word) => (word === PORT_OF_READER ? '0' : word));
    const ended = main(argv, host);
    if (serves) {
      await Promise.race([served, ended]);
      // The other terminal of the page continues while this one serves.
      const beforeEnd = screenOf(sent);
      if (line.startsWith('platform start')) {
        this.#told = toldIn(sent);
        onTestFinished(async () => {
          ending.abort();
          await ended;
        });
        this.#exitCode = 0;
        return [...beforeEnd, '^C', ...output.slice(wanted + 1)];
      }
      ending.abort();
      this.#exitCode = await ended;
      return [...beforeEnd, '^C', ...screenOf(sent).slice(beforeEnd.length)];
    }
    this.#exitCode = await ended;
    this.#scene.clock.pass();
    if (file !== undefined) await writeFiles(this.#cwd, { [file]: stdout() });
    return screenOf(sent);
  }

  #asReaderSees(line: string): string {
    const named = (this.#scene.shownAs ?? []).reduce(
      (text, [printed, shown]) => text.replaceAll(printed, shown),
      line,
    );
    return named
      .replaceAll(this.#scene.folder, FOLDER_OF_READER)
      .replace(/(?<=127\.0\.0\.1:)\d+/g, PORT_OF_READER)
      .replace(KEY, KEY_OF_READER);
  }
}

const toldIn = (sent: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(sent.matchAll(/export ([A-Z_]+)=(\S+)/g), ([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

function trimmed(lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => line !== '') + 1;
  return lines.slice(0, end);
}

/** Words as a shell has them: quotes, and what follows ` #` is a comment. */
const wordsOf = (line: string): string[] =>
  Array.from(
    line.replace(/ +# .*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );

/** What the file of a page holds. */
export const readPage = (path: string): Promise<string> => readFile(path, 'utf8');
