/** Configuration that is code: parsed, never run. Import this lazily: it loads a parser. */
import { posix } from 'node:path';
import { AROUND_PAGES, issueIn } from '../model.ts';
import type { ImportIssue, SourceFolder } from '../model.ts';
import { declare, isFunction, nodeIn, nodesIn, parseModule, codeTextIn } from './code-module.ts';
import type { CodeModule, CodeNode, ImportedName } from './code-module.ts';

/** A value that cannot be known without running the code. */
export const UNKNOWN = Symbol('unknown');

/** The value of a file, and the parts of it that could not be read. */
export interface CodeValue {
  readonly value: unknown;
  readonly unread: readonly ImportIssue[];
}

const DEEPEST = 60;
const MAX_STEPS = 200_000;
const MAX_FILES = 30;

/** Keys whose values do not matter for pages. */
const SKIPPED: ReadonlySet<string> = new Set(
  (
    'theme blog prism head vite markdown socialLinks search algolia scripts stylesheets themes transformHead buildEnd ' +
    'editLink lastUpdated customCss vue logo colorMode metadata future i18n customFields clientModules headTags gtag'
  ).split(' '),
);

/** Keys of the parts above and below the pages. */
const BARS: ReadonlySet<string> = new Set(['nav', 'navbar', 'footer', 'announcementBar']);

/** Functions of tools that return their argument. */
const IDENTITIES: ReadonlySet<string> = new Set(
  'defineConfig defineAdditionalConfig defineThemeConfig defineTeekConfig defineConfigWithTheme withMermaid withPwa withI18n'.split(
    ' ',
  ),
);

/** File endings that may be missing in the name of a module. */
const ENDS = '|.ts|.mts|.cts|.js|.mjs|.cjs|.json|/index.ts|/index.js'.split('|');

const NEVER_RUN = ': code is never run';

const shown = (name: string): string => `"${name.slice(0, 60)}"`;

/**
 * The default export of a module, as far as it is literal. Leaves out keys that do not matter for
 * pages.
 */
export function valueOfCode(folder: SourceFolder, file: string): CodeValue {
  const reading = new CodeReading(folder);
  const value = reading.module(file, 'default');
  return { value, unread: reading.unread };
}

class CodeReading {
  readonly unread: ImportIssue[] = [];
  readonly #folder: SourceFolder;
  readonly #modules = new Map<string, CodeModule | null>();
  /**
   * The nodes that are being read. They detect a name whose value refers to itself, which is
   * unknown.
   */
  readonly #open = new Set<unknown>();
  #steps = 0;

  constructor(folder: SourceFolder) {
    this.#folder = folder;
  }

  module(file: string, name: string): unknown {
    if (file.endsWith('.json')) return this.#json(file);
    const module = this.#load(file);
    if (module === null) return UNKNOWN;
    for (const node of module.body) {
      if (node.type === 'ExportDefaultDeclaration' && name === 'default') {
        return this.#value(nodeIn(node, 'declaration'), module, 0);
      }
      if (node.type === 'ExpressionStatement') {
        const expression = nodeIn(node, 'expression');
        const left = nodeIn(expression, 'left');
        if (expression?.type !== 'AssignmentExpression' || left === undefined) continue;
        const object = nodeIn(left, 'object');
        const property = nodeIn(left, 'property')?.['name'];
        const isModule = object?.['name'] === 'module' && property === 'exports';
        const isNamed = object?.['name'] === 'exports' && property === name;
        if ((isModule && name === 'default') || isNamed) {
          return this.#value(nodeIn(expression, 'right'), module, 0);
        }
      }
    }
    return module.names.has(name) ? this.#named(name, module, 0) : UNKNOWN;
  }

  #json(file: string): unknown {
    try {
      return JSON.parse(this.#folder.text(file) ?? '') as unknown;
    } catch {
      this.unread.push(issueIn(file, 1, 'config', 'This file is not valid JSON.'));
      return UNKNOWN;
    }
  }

  #load(file: string): CodeModule | null {
    const known = this.#modules.get(file);
    if (known !== undefined) return known;
    const text = this.#folder.text(file);
    let module: CodeModule | null = null;
    if (text !== null && text.length < 2_000_000 && this.#modules.size < MAX_FILES) {
      try {
        module = parseModule(file, text);
      } catch (error) {
        const line = (error as { loc?: { line?: number } }).loc?.line ?? 1;
        this.unread.push(issueIn(file, line, 'config', 'The code cannot be parsed.'));
      }
    }
    this.#modules.set(file, module);
    return module;
  }

  #unknown(
    node: CodeNode | undefined,
    module: CodeModule,
    what: string,
    outcome = ', so it was not read',
  ): typeof UNKNOWN {
    const line = node?.loc?.start.line ?? 1;
    const says = `${what}${outcome}.`;
    if (this.unread.length < 200) this.unread.push(issueIn(module.file, line, 'config', says));
    return UNKNOWN;
  }

  #value(node: CodeNode | undefined, module: CodeModule, depth: number): unknown {
    this.#steps += 1;
    if (node === undefined || depth > DEEPEST || this.#steps > MAX_STEPS) return UNKNOWN;
    const next = (key: string): unknown => this.#value(nodeIn(node, key), module, depth + 1);
    switch (node.type) {
      case 'StringLiteral':
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return node['value'];
      case 'NullLiteral':
        return null;
      case 'TemplateLiteral':
        return this.#template(node, module, depth);
      case 'ObjectExpression':
        return this.#object(node, module, depth);
      case 'ArrayExpression':
        return this.#array(node, module, depth);
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'ParenthesizedExpression':
        return next('expression');
      case 'AwaitExpression':
        return next('argument');
      case 'Identifier':
        return this.#named(String(node['name']), module, depth, node);
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        return this.#member(node, module, depth);
      case 'BinaryExpression': {
        const [left, right] = [next('left'), next('right')];
        const isSum = node['operator'] === '+' && isText(left) && isText(right);
        return isSum ? `${left}${right}` : UNKNOWN;
      }
      case 'LogicalExpression': {
        const left = next('left');
        if (left !== UNKNOWN && left !== undefined && left !== null) return left;
        return node['operator'] === '&&' ? UNKNOWN : next('right');
      }
      case 'CallExpression':
        return this.#call(node, module, depth);
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return this.#returned(node, module, depth);
      default:
        return this.#unknown(node, module, 'The value of this code is only known when it runs');
    }
  }

  #template(node: CodeNode, module: CodeModule, depth: number): unknown {
    const parts = nodesIn(node, 'quasis');
    const values = nodesIn(node, 'expressions').map((each) => this.#value(each, module, depth + 1));
    let text = '';
    for (const [index, part] of parts.entries()) {
      const cooked = (part['value'] as { cooked?: string } | undefined)?.cooked ?? '';
      text += cooked;
      if (index >= values.length) continue;
      const value = values[index];
      if (!isText(value)) return UNKNOWN;
      text += String(value);
    }
    return text;
  }

  #object(node: CodeNode, module: CodeModule, depth: number): unknown {
    const entries: (readonly [string, unknown])[] = [];
    for (const property of nodesIn(node, 'properties')) {
      if (property.type === 'SpreadElement') {
        const spread = this.#value(nodeIn(property, 'argument'), module, depth + 1);
        if (typeof spread === 'object' && spread !== null) entries.push(...Object.entries(spread));
        continue;
      }
      const key = nodeIn(property, 'key');
      const isComputed = property['computed'] === true;
      const named = isComputed
        ? this.#value(key, module, depth + 1)
        : (key?.['name'] ?? key?.['value']);
      if (!isText(named) || SKIPPED.has(String(named))) continue;
      if (BARS.has(String(named))) {
        this.#unknown(property, module, `"${named}"`, AROUND_PAGES);
        continue;
      }
      // The value of a method cannot be known without running it.
      if (property.type !== 'ObjectProperty') continue;
      const value = nodeIn(property, 'value');
      if (isFunction(value)) continue;
      entries.push([String(named), this.#value(value, module, depth + 1)]);
    }
    // An unknown value becomes undefined, but its key stays, because the configuration has it.
    return Object.fromEntries(
      entries.map(([name, value]) => [name, value === UNKNOWN ? undefined : value]),
    );
  }

  #array(node: CodeNode, module: CodeModule, depth: number): unknown {
    const items: unknown[] = [];
    const elements = node['elements'];
    for (const element of Array.isArray(elements) ? (elements as (CodeNode | null)[]) : []) {
      if (element === null) continue;
      if (element.type === 'SpreadElement') {
        const spread = this.#value(nodeIn(element, 'argument'), module, depth + 1);
        if (Array.isArray(spread)) items.push(...(spread as readonly unknown[]).slice(0, 10_000));
        continue;
      }
      const value = this.#value(element, module, depth + 1);
      if (value !== UNKNOWN) items.push(value);
    }
    return items;
  }

  #named(name: string, module: CodeModule, depth: number, from?: CodeNode): unknown {
    if (name === 'undefined') return undefined;
    const found = module.names.get(name);
    if (found === undefined) {
      return this.#unknown(from, module, `${shown(name)} is not a literal value`);
    }
    if (this.#open.has(found)) return UNKNOWN;
    this.#open.add(found);
    try {
      return found.type === 'import'
        ? this.#imported(found as ImportedName, module, from)
        : this.#value(found as CodeNode, module, depth + 1);
    } finally {
      this.#open.delete(found);
    }
  }

  #imported({ from, name }: ImportedName, module: CodeModule, node: CodeNode | undefined): unknown {
    if (!from.startsWith('.')) {
      return this.#unknown(node, module, `${shown(from)} is not in the folder`);
    }
    const path = posix.join(posix.dirname(module.file), from);
    if (path.startsWith('..')) {
      return this.#unknown(node, module, `${shown(from)} is outside the folder`);
    }
    const bare = path.replace(/\.[cm]?js$/, '');
    const file = [path, ...ENDS.map((end) => bare + end)].find((each) => this.#folder.has(each));
    if (file === undefined) {
      return this.#unknown(node, module, `There is no file ${shown(from)}`, '');
    }
    return this.module(file, name);
  }

  #member(node: CodeNode, module: CodeModule, depth: number): unknown {
    const object = this.#value(nodeIn(node, 'object'), module, depth + 1);
    const property = nodeIn(node, 'property');
    const key =
      node['computed'] === true ? this.#value(property, module, depth + 1) : property?.['name'];
    if (typeof object !== 'object' || object === null || !isText(key)) return UNKNOWN;
    const name = String(key);
    return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : UNKNOWN;
  }

  /**
   * The value of `require` of a file, of a call of a function in the module, or of one such as
   * `defineConfig`, which returns its argument.
   */
  #call(node: CodeNode, module: CodeModule, depth: number): unknown {
    const callee = nodeIn(node, 'callee');
    const name = codeTextIn(callee, 'name');
    const [first, ...others] = nodesIn(node, 'arguments');
    if (name === 'require' || callee?.type === 'Import') {
      const from = this.#value(first, module, depth + 1);
      const imported = { type: 'import', from: String(from), name: 'default' } as const;
      return typeof from === 'string' ? this.#imported(imported, module, node) : UNKNOWN;
    }
    if (callee?.type === 'MemberExpression') {
      const method = nodeIn(callee, 'property')?.['name'];
      const object = nodeIn(callee, 'object');
      if (object?.['name'] === 'require' && method === 'resolve') {
        return this.#value(first, module, depth + 1);
      }
      return this.#unknown(node, module, 'A function call was not made', NEVER_RUN);
    }
    const own = module.names.get(name);
    if (own !== undefined && own.type !== 'import') {
      return this.#named(name, module, depth + 1, callee);
    }
    if (IDENTITIES.has(name) && first !== undefined) return this.#value(first, module, depth + 1);
    if (own !== undefined && others.length === 0 && first?.type === 'ObjectExpression') {
      const instead = ': its argument was read instead';
      this.#unknown(node, module, `The function ${shown(name)} was not called`, instead);
      return this.#value(first, module, depth + 1);
    }
    return this.#unknown(node, module, `The function ${shown(name)} was not called`, NEVER_RUN);
  }

  /** The value of a function's last `return`, with the names that the function declares. */
  #returned(node: CodeNode, module: CodeModule, depth: number): unknown {
    const body = nodeIn(node, 'body');
    if (body?.type !== 'BlockStatement') return this.#value(body, module, depth + 1);
    const names = new Map(module.names);
    const statements = nodesIn(body, 'body');
    for (const statement of statements) declare(statement, names);
    const last = statements.findLast(({ type }) => type === 'ReturnStatement');
    return this.#value(nodeIn(last, 'argument'), { ...module, names }, depth + 1);
  }
}

const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';
