/** Rules about the document as a whole: its description, and the names in it. */
import { child, entriesAt, isTree, listAt, textAt, type Tree } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import { below, type Spot } from '../spot.ts';

export function checkDocument(inspection: Inspection, root: Spot, node: Tree): void {
  const { standard } = inspection;
  checkInfo(inspection, below(root, 'info', child(node, 'info')));
  checkTags(inspection, root, node);
  checkUrl(inspection, root, '$self');
  const dialect = textAt(node, 'jsonSchemaDialect');
  if (dialect !== undefined && !URL.canParse(dialect)) {
    const message = '`jsonSchemaDialect` is not a URI';
    inspection.report('url-form', root, message, { key: 'jsonSchemaDialect' });
  }
  if (standard === '2.0') checkHost(inspection, root, node);
  else checkNames(inspection, below(root, 'components', child(node, 'components')));
  const parts = ['paths', 'components', 'webhooks'];
  const isNew = standard === '3.1' || standard === '3.2';
  if (isNew && !parts.some((part) => Object.hasOwn(node, part))) {
    const message = 'the definition needs `paths`, `components` or `webhooks`';
    inspection.report('struct', root, message, { onKey: true });
  }
}

function checkInfo(inspection: Inspection, info: Spot): void {
  const license = below(info, 'license', child(info.value, 'license'));
  const contact = below(info, 'contact', child(info.value, 'contact'));
  if (isTree(license.value) && Object.hasOwn(license.value, 'identifier')) {
    if (Object.hasOwn(license.value, 'url')) {
      const message = 'a license cannot have both `identifier` and `url`';
      const rule = 'license-identifier-url';
      inspection.report(rule, license, message, { key: 'url', onKey: true });
    }
  }
  const email = textAt(contact.value, 'email');
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) {
    const message = `"${email.slice(0, 60)}" is not an email address`;
    inspection.report('email-form', contact, message, { key: 'email' });
  }
  checkUrl(inspection, contact, 'url');
  checkUrl(inspection, license, 'url');
  checkUrl(inspection, info, 'termsOfService');
}

function checkUrl(inspection: Inspection, spot: Spot, key: string): void {
  const url = textAt(spot.value, key);
  if (url === undefined || (!/\s/.test(url.trim()) && URL.canParse(url, 'https://host/'))) return;
  inspection.report('url-form', spot, `\`${key}\` is not a URL`, { key });
}

function checkTags(inspection: Inspection, root: Spot, node: Tree): void {
  const tags = listAt(node, 'tags');
  const inside = below(root, 'tags', tags);
  const parents = new Map<string, string | undefined>();
  for (const [at, tag] of tags.entries()) {
    const name = textAt(tag, 'name');
    if (name === undefined) continue;
    if (parents.has(name)) {
      const message = `the tag "${name}" is defined twice`;
      inspection.report('no-duplicated-tag-names', inside, message, { key: at });
    } else parents.set(name, textAt(tag, 'parent'));
  }
  if (inspection.standard !== '3.2') return;
  for (const [at, tag] of tags.entries()) {
    const parent = textAt(tag, 'parent');
    if (parent === undefined) continue;
    const message = !parents.has(parent)
      ? `there is no tag "${parent}"`
      : isBelowItself(textAt(tag, 'name') ?? '', parents)
        ? 'the tag is its own ancestor'
        : undefined;
    if (message === undefined) continue;
    inspection.report('spec-no-invalid-tag-parents', below(inside, at, tag), message, {
      key: 'parent',
    });
  }
}

function isBelowItself(name: string, parents: ReadonlyMap<string, string | undefined>): boolean {
  const passed = new Set<string>();
  for (let each = parents.get(name); each !== undefined; each = parents.get(each)) {
    if (each === name) return true;
    if (passed.has(each)) return false;
    passed.add(each);
  }
  return false;
}

function checkHost(inspection: Inspection, root: Spot, node: Tree): void {
  const host = textAt(node, 'host');
  if (host !== undefined && /[/\s{}?#@]/.test(host)) {
    const message = 'the `host` must be a name, with or without a port, and nothing else';
    inspection.report('host-form', root, message, { key: 'host' });
  }
  const path = textAt(node, 'basePath');
  if (path !== undefined && !path.startsWith('/')) {
    const message = 'the `basePath` does not begin with `/`';
    inspection.report('host-form', root, message, { key: 'basePath' });
  }
}

const NAME = /^[a-zA-Z0-9._-]+$/;

function checkNames(inspection: Inspection, components: Spot): void {
  if (!isTree(components.value)) return;
  for (const section of Object.keys(components.value)) {
    if (section.startsWith('x-')) continue;
    const inside = below(components, section, components.value[section]);
    for (const [name] of entriesAt(components.value, section)) {
      if (NAME.test(name) || name === '$ref') continue;
      const message = `"${name}" has characters other than letters, digits, \`.\`, \`-\` and \`_\``;
      const rule = 'spec-components-invalid-map-name';
      inspection.report(rule, inside, message, { key: name, onKey: true });
    }
  }
}
