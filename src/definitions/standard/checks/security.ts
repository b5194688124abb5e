/** Security schemes. */
import { child, isTree, textAt, type Tree } from '../../tree.ts';
import type { Inspection } from '../inspection.ts';
import type { Spot } from '../spot.ts';

/** The fields of each kind of scheme, beyond those that all have. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme', 'bearerFormat'],
  oauth2: ['flows', 'flow', 'authorizationUrl', 'tokenUrl', 'scopes', 'oauth2MetadataUrl'],
  openIdConnect: ['openIdConnectUrl'],
  basic: [],
  mutualTLS: [],
};
const SHARED = new Set(['type', 'description', 'deprecated']);

export function checkSecurityScheme(inspection: Inspection, spot: Spot, node: Tree): void {
  const type = textAt(node, 'type') ?? '';
  const own = OWN[type];
  if (own === undefined) return;
  for (const key of Object.keys(node)) {
    if (SHARED.has(key) || own.includes(key) || key.startsWith('x-')) continue;
    const message = `a security scheme of type ${type} cannot have \`${key}\``;
    inspection.report('security-flow', spot, message, { key, onKey: true });
  }
  const flows = child(node, 'flows');
  if (type !== 'oauth2' || !isTree(flows) || Object.keys(flows).length > 0) return;
  inspection.report('struct', spot, '`flows` is empty', { key: 'flows' });
}
