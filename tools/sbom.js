// Writes a release's packages, bundled or installed with it, as CycloneDX.
//   node tools/sbom.js [file]
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));

/** npm's names for what its own list of materials says of a package. */
const DEVELOPMENT = 'cdx:npm:package:development';
const BUNDLED = 'cdx:npm:package:bundled';

/** @typedef {{ name: string, value: string }} Property */
/** @typedef {{ 'bom-ref': string, name: string, version: string, properties: Property[] }} Component */
/** @typedef {{ ref: string, dependsOn?: string[] }} Dependency */

/**
 * For `npm sbom`, what is bundled is a development dependency. This keeps the packages whose code
 * is in `dist`, by its list of licences, and the dependencies of the package. Without time and
 * serial number, so that the same source makes the same list.
 *
 * @returns {Promise<object>}
 */
export async function billOfMaterials() {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
  ];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 2 ** 26 });
  const all = JSON.parse(stdout);
  const bundled = bundledPackages(await readFile(`${root}/dist/THIRD-PARTY.md`, 'utf8'));
  const components = /** @type {Component[]} */ (all.components).flatMap((component) => {
    const { name, version, properties } = component;
    const others = properties.filter((property) => property.name !== DEVELOPMENT);
    if (bundled.has(`${name}@${version}`)) {
      return Object.assign(component, {
        properties: [...others, { name: BUNDLED, value: 'true' }],
      });
    }
    return others.length === properties.length ? component : [];
  });
  const { component } = all.metadata;
  const kept = new Set([component['bom-ref'], ...components.map((each) => each['bom-ref'])]);
  const manifest = JSON.parse(await readFile(`${root}/package.json`, 'utf8'));
  delete all.serialNumber;
  delete all.metadata.timestamp;
  return {
    ...all,
    metadata: { ...all.metadata, component: { ...component, name: manifest.name } },
    components,
    dependencies: /** @type {Dependency[]} */ (all.dependencies)
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({
        ref,
        dependsOn: dependsOn.filter((each) => kept.has(each)),
      })),
  };
}

/**
 * Packages with their versions, as name@version.
 *
 * @param {string} notices `dist/THIRD-PARTY.md`
 */
export const bundledPackages = (notices) =>
  new Set(
    Array.from(
      notices.matchAll(/^## (@?[\w./-]+) (\d\S*) \(/gm),
      ([, name, version]) => `${name}@${version}`,
    ),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const text = `${JSON.stringify(await billOfMaterials(), null, 2)}\n`;
  if (process.argv[2] === undefined) process.stdout.write(text);
  else await writeFile(process.argv[2], text);
}
