/** Reads configuration that is code. Import this lazily: it loads a JavaScript parser. */
import { parse } from '@babel/parser';

/** The part of the parser's nodes that is used. The parser has a separate type for every kind. */
export interface CodeNode {
  readonly type: string;
  readonly loc?: { readonly start: { readonly line: number } } | null;
  readonly [key: string]: unknown;
}

/** A parsed file of code. */
export interface CodeModule {
  readonly file: string;
  readonly body: readonly CodeNode[];
  /** The values of the names that are declared at the top level of the module. */
  readonly names: Map<string, CodeNode | ImportedName>;
}

/** A name that another file exports. */
export interface ImportedName {
  readonly type: 'import';
  readonly from: string;
  readonly name: string;
}

/** Parses a file. Throws the parser's error, which has a position, if the file is not valid. */
export function parseModule(file: string, text: string): CodeModule {
  const tree = parse(text, {
    sourceType: 'unambiguous',
    allowReturnOutsideFunction: true,
    plugins: ['typescript', 'jsx', 'importAttributes'],
  });
  const body = tree.program.body as unknown as readonly CodeNode[];
  const module: CodeModule = { file, body, names: new Map() };
  for (const node of body) declare(node, module.names);
  return module;
}

/** Adds the names that a statement declares. */
export function declare(statement: CodeNode, names: CodeModule['names']): void {
  const node =
    statement.type === 'ExportNamedDeclaration'
      ? (nodeIn(statement, 'declaration') ?? statement)
      : statement;
  if (node.type === 'ImportDeclaration') {
    const from = codeTextIn(nodeIn(node, 'source'), 'value');
    for (const each of nodesIn(node, 'specifiers')) {
      const local = codeTextIn(nodeIn(each, 'local'), 'name');
      const imported = nodeIn(each, 'imported');
      const name = each.type === 'ImportSpecifier' ? codeTextIn(imported, 'name') : 'default';
      names.set(local, { type: 'import', from, name });
    }
  }
  if (node.type === 'FunctionDeclaration') {
    names.set(codeTextIn(nodeIn(node, 'id'), 'name'), node);
  }
  if (node.type !== 'VariableDeclaration') return;
  for (const each of nodesIn(node, 'declarations')) {
    const [id, init] = [nodeIn(each, 'id'), nodeIn(each, 'init')];
    if (id?.type === 'Identifier' && init) names.set(String(id['name']), init);
  }
}

export const isFunction = (node: CodeNode | undefined): boolean =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';

/** The node under `key`; undefined if there is none. */
export function nodeIn(node: CodeNode | undefined, key: string): CodeNode | undefined {
  const value = node?.[key];
  return typeof value === 'object' && value !== null ? (value as CodeNode) : undefined;
}

/** The nodes of the list under `key`, without gaps. Empty if it is not a list. */
export function nodesIn(node: CodeNode, key: string): readonly CodeNode[] {
  const value = node[key];
  return Array.isArray(value) ? (value as (CodeNode | null)[]).filter((each) => each !== null) : [];
}

/** The text under `key`; empty if it is something else. */
export function codeTextIn(node: CodeNode | undefined, key: string): string {
  const value = node?.[key];
  return typeof value === 'string' ? value : '';
}
