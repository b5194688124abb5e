/** Runs `docs lsp` in this process, and talks to it as an editor does: JSON-RPC on two streams. */
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { main } from '../../src/main.ts';
import { createHost } from './host.ts';

export interface Shown {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly severity: number;
  readonly code?: string;
  readonly message: string;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Shown[];
}

/** Splits what a server writes into messages. */
function messagesIn(stream: NodeJS.ReadableStream, take: (message: Message) => void): void {
  let left = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    left = Buffer.concat([left, chunk]);
    for (;;) {
      const head = left.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/Content-Length: (\d+)/i.exec(left.toString('latin1', 0, head))?.[1]);
      if (left.length < head + 4 + length) return;
      const text = left.toString('utf8', head + 4, head + 4 + length);
      left = left.subarray(head + 4 + length);
      take(JSON.parse(text) as Message);
    }
  });
}

export const framed = (text: string): string =>
  `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;

export class LanguageServer {
  readonly folder: string;
  /** What the editor shows now, by URI. */
  readonly shown = new Map<string, Published>();
  /** Messages that the editor would show to its user. */
  readonly said: string[] = [];
  readonly #input: PassThrough;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #listeners = new Set<() => void>();
  readonly exitCode: Promise<number>;
  readonly stderr: () => string;
  #id = 0;

  constructor(folder: string, argv: readonly string[] = []) {
    this.folder = folder;
    const ending = new AbortController();
    const { host, stderr } = createHost({ cwd: folder, signal: ending.signal });
    this.#input = new PassThrough();
    this.stderr = stderr;
    messagesIn(host.stdout as unknown as NodeJS.ReadableStream, (message) => this.#take(message));
    this.exitCode = main(['lsp', '--stdio', ...argv], { ...host, stdin: this.#input });
    onTestFinished(async () => {
      ending.abort();
      await this.exitCode;
    });
  }

  async start(capabilities: object = {}): Promise<object> {
    const rootUri = pathToFileURL(this.folder).href;
    const { capabilities: can } = (await this.request('initialize', {
      processId: null,
      rootUri,
      capabilities,
    })) as { capabilities: object };
    this.notify('initialized', {});
    return can;
  }

  uri(file: string): string {
    return pathToFileURL(`${this.folder}/${file}`).href;
  }

  open(file: string, text: string): void {
    const textDocument = { uri: this.uri(file), languageId: 'markdown', version: 1, text };
    this.notify('textDocument/didOpen', { textDocument });
  }

  /** Replaces the whole text. */
  type(file: string, version: number, text: string): void {
    const textDocument = { uri: this.uri(file), version };
    this.notify('textDocument/didChange', { textDocument, contentChanges: [{ text }] });
  }

  save(file: string): void {
    this.notify('textDocument/didSave', { textDocument: { uri: this.uri(file) } });
  }

  /** A request about one place in a file. */
  at(method: string, file: string, position: Position, more: object = {}): Promise<unknown> {
    return this.request(method, { textDocument: { uri: this.uri(file) }, position, ...more });
  }

  /** Rejects with the message of an error. */
  async request(method: string, params: unknown): Promise<unknown> {
    const id = (this.#id += 1);
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const { result, error } = await answer;
    if (error) throw new Error(`${error.code} ${error.message}`);
    return result;
  }

  notify(method: string, params: unknown): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  send(text: string): void {
    this.raw(framed(text));
  }

  raw(bytes: string): void {
    this.#input.write(bytes);
  }

  end(): void {
    this.#input.end();
  }

  /** `rule@line:column` of what is shown in a file, in order. */
  codes(file: string): readonly string[] {
    return (this.shown.get(this.uri(file))?.diagnostics ?? []).map(
      ({ code, range: { start } }) => `${code}@${start.line + 1}:${start.character + 1}`,
    );
  }

  /** Resolves to what the editor shows in a file, as soon as that is `codes`. */
  async shows(file: string, ...codes: readonly string[]): Promise<readonly string[]> {
    await this.until(
      () => this.shown.has(this.uri(file)) && this.codes(file).join() === codes.join(),
    );
    return this.codes(file);
  }

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      await new Promise<void>((resolve) => {
        const listener = (): void => {
          this.#listeners.delete(listener);
          resolve();
        };
        this.#listeners.add(listener);
      });
    }
  }

  #take(message: Message): void {
    const { id, method, params } = message;
    if (method === 'textDocument/publishDiagnostics') {
      const published = params as Published;
      this.shown.set(published.uri, published);
    } else if (method === 'window/showMessage') {
      this.said.push((params as { message: string }).message);
    } else if (id !== undefined) {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    }
    for (const listener of this.#listeners) listener();
  }
}
