/** Rules that need the whole definition. Call these after all documents are read. */
import { child, entriesAt, isTree, textAt } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import { below, type Spot } from '../spot.ts';
import { checkPaths } from './paths.ts';
import { checkPresence } from './discriminators.ts';
import { checkRequest2, checkQuery } from './requests.ts';

export function checkWhole(inspection: Inspection): void {
  const ids = checkIds(inspection);
  checkPaths(inspection);
  checkRequirements(inspection);
  checkLinks(inspection, ids);
  checkDiscriminators(inspection);
  for (const operation of inspection.visited.operations) {
    if (inspection.standard === '2.0') checkRequest2(inspection, operation);
    if (inspection.standard === '3.2') checkQuery(inspection, operation);
  }
  if (inspection.standard !== '3.2') return;
  for (const schema of inspection.visited.discriminated) checkPresence(inspection, schema);
}

/** @returns the ids of all operations */
function checkIds(inspection: Inspection): ReadonlySet<string> {
  const ids = new Set<string>();
  // The walk visits a document in the order of its text, so the report is about the second operation.
  for (const operation of inspection.visited.operations) {
    const id = textAt(operation.value, 'operationId');
    if (id === undefined) continue;
    if (ids.has(id)) {
      const message = `the operationId "${id}" is used twice`;
      inspection.report('operation-operationId-unique', operation, message, { key: 'operationId' });
    }
    ids.add(id);
  }
  return ids;
}

function checkRequirements(inspection: Inspection): void {
  const { standard, root, visited } = inspection;
  const section = standard === '2.0' ? root.value : child(root.value, 'components');
  const name = standard === '2.0' ? 'securityDefinitions' : 'securitySchemes';
  const schemes = child(section, name);
  for (const requirement of visited.requirements) {
    for (const [scheme, scopes] of Object.entries(requirement.value ?? {})) {
      if (scheme.startsWith('x-') && !(isTree(schemes) && Object.hasOwn(schemes, scheme))) continue;
      if (!isTree(schemes) || !Object.hasOwn(schemes, scheme)) {
        // 3.2: "or a URI".
        if (standard === '3.2' && isLedTo(inspection, scheme, requirement)) continue;
        const message = `there is no security scheme "${scheme}" in \`${name}\``;
        const at = { key: scheme, onKey: true };
        inspection.report('security-scheme-missing', requirement, message, at);
        continue;
      }
      if (standard !== '2.0' && standard !== '3.0') continue;
      const where = below(requirement, scheme, schemes[scheme]);
      const type = textAt(inspection.resolved({ ...root, value: schemes[scheme] })?.value, 'type');
      const hasScopes = type === undefined || type === 'oauth2' || type === 'openIdConnect';
      if (hasScopes || !Array.isArray(scopes) || scopes.length === 0) continue;
      const message = `a security scheme of type ${type} cannot have scopes`;
      inspection.report('security-scopes', where, message);
    }
  }
}

/** A URI that cannot be opened is still a URI. */
function isLedTo({ references }: Inspection, uri: string, from: Spot): boolean {
  if (references.follow(uri, from).kind === 'found') return true;
  return /^[a-z][a-z0-9+.-]*:/i.test(uri) || /[/#]/.test(uri);
}

function checkLinks(inspection: Inspection, ids: ReadonlySet<string>): void {
  for (const link of inspection.visited.links) {
    const id = textAt(link.value, 'operationId');
    const reference = textAt(link.value, 'operationRef');
    if (id !== undefined && reference !== undefined) {
      const message = '`operationId` and `operationRef` cannot be used together';
      inspection.report('link-operation-id', link, message, { key: 'operationRef', onKey: true });
    } else if (id !== undefined && !ids.has(id)) {
      const message = `no operation has the operationId "${id}"`;
      inspection.report('link-operation-id', link, message, { key: 'operationId' });
    } else if (reference?.startsWith('#') && !leadsToOperation(inspection, reference, link)) {
      const message = `\`operationRef: ${reference}\` does not point to an operation`;
      inspection.report('link-operation', link, message, { key: 'operationRef' });
    } else if (id === undefined && reference === undefined) {
      const message = 'a link needs `operationId` or `operationRef`';
      inspection.report('link-operation', link, message, { onKey: true });
    }
  }
}

function leadsToOperation({ references }: Inspection, reference: string, link: Spot): boolean {
  const lead = references.follow(reference, link);
  return lead.kind === 'found' && isTree(lead.spot.value);
}

/** A target of a mapping is the name of a schema, else a reference. */
function checkDiscriminators(inspection: Inspection): void {
  const schemas = child(child(inspection.root.value, 'components'), 'schemas');
  const leads = (target: string, from: Spot): boolean =>
    (isTree(schemas) && Object.hasOwn(schemas, target)) ||
    inspection.references.follow(target, from).kind === 'found';
  for (const spot of inspection.visited.discriminators) {
    const mapping = below(spot, 'mapping', child(spot.value, 'mapping'));
    for (const [value, target] of entriesAt(spot.value, 'mapping')) {
      if (typeof target !== 'string' || leads(target, spot)) continue;
      const message = `"${target}" is neither the name of a schema nor a reference to one`;
      inspection.report('discriminator-mapping', mapping, message, { key: value });
    }
    const other = textAt(spot.value, 'defaultMapping');
    if (other === undefined || inspection.standard !== '3.2' || leads(other, spot)) continue;
    const message = `"${other}" is neither the name of a schema nor a reference to one`;
    const rule = 'spec-discriminator-defaultMapping';
    inspection.report(rule, spot, message, { key: 'defaultMapping' });
  }
}
