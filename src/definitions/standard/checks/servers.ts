/** Servers and the variables in their addresses. */
import { child, isTree, listAt, textAt, type Tree } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import { below, type Spot } from '../spot.ts';

export function checkServer(inspection: Inspection, spot: Spot, node: Tree): void {
  const url = textAt(node, 'url');
  const variables = child(node, 'variables');
  if (url !== undefined) {
    for (const name of new Set(variablesOf(url))) {
      if (isTree(variables) && Object.hasOwn(variables, name)) continue;
      const message = `the variable "${name}" in the URL is not defined in \`variables\``;
      inspection.report('no-undefined-server-variable', spot, message, { key: 'url' });
    }
    checkForm(inspection, spot, url);
  }
  if (!isTree(variables)) return;
  const inside = below(spot, 'variables', variables);
  for (const [name, each] of Object.entries(variables)) {
    if (isTree(each)) checkVariable(inspection, below(inside, name, each), each);
  }
}

const variablesOf = (url: string): string[] =>
  Array.from(url.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name);

function checkForm(inspection: Inspection, spot: Spot, url: string): void {
  const report = (message: string): void => {
    inspection.report('server-form', spot, message, { key: 'url' });
  };
  const rest = url.replaceAll(/\{[^{}]*\}/g, '');
  if (/[{}]/.test(rest)) report('the URL has an unmatched brace');
  if (inspection.standard === '3.2' && /[?#]/.test(rest)) {
    report('the URL of a server cannot have a query string or a fragment');
  }
}

function checkVariable(inspection: Inspection, spot: Spot, node: Tree): void {
  const values = listAt(node, 'enum');
  const chosen = textAt(node, 'default');
  const isNew = inspection.standard === '3.1' || inspection.standard === '3.2';
  if (Array.isArray(child(node, 'enum')) && values.length === 0) {
    inspection.report('server-variable-values', spot, '`enum` is empty', { key: 'enum' });
    return;
  }
  if (chosen === undefined || values.length === 0 || values.includes(chosen)) return;
  // 3.0 says "SHOULD", later versions "MUST".
  const rule = isNew ? 'server-variable-default' : 'server-variable-values';
  inspection.report(rule, spot, `the \`default\` "${chosen}" is not in \`enum\``, {
    key: 'default',
  });
}
